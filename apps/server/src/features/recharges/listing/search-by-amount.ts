import type { Db } from '../../../platform/db/db.ts';
import { pageByAmount, type AmountBounds } from '../../../platform/db/page-by-amount.ts';
import type { MicroPlace } from '../../../platform/db/by-micro.ts';
import { isAlways } from '../order-id.ts';
import {
  findBetweenAmounts,
  findAmountEdge,
  findSortedByAmount,
  isSourceShort,
  type AmountSearch,
} from './search-by-amount.sql.ts';
import { isAny } from './search-recharges.ts';
import type { FoundRecharge } from './search-recharges.sql.ts';

/** A page of top-ups by the amount that was to be paid; of one amount by time, the same way. */
export function searchByAmount(
  db: Db,
  search: AmountSearch,
  past: MicroPlace | null,
  limit: number,
  bounds?: AmountBounds,
): Promise<{ rows: FoundRecharge[]; next: MicroPlace | null }> {
  const { source, conditions, span } = search;
  const reading = {
    isPart: source.kind !== 'all' || isAny(conditions) || !isAlways(span),
    isShort: (most: number) => isSourceShort(db, search, most),
    readSorted: (from: MicroPlace | null, wanted: number) => findSortedByAmount(db, search, from, wanted),
    findEdge: (from: MicroPlace | null, count: number) => findAmountEdge(db, search, from, count),
    walk: (from: MicroPlace | null, edge: MicroPlace | null, wanted: number) =>
      findBetweenAmounts(db, search, { from, edge }, wanted),
    placeOf: (recharge: FoundRecharge) => ({ micro: recharge.pay_amount_micro, id: recharge.id }),
  };
  return pageByAmount(reading, past, limit, bounds);
}
