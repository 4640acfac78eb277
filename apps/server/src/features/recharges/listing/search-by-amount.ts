import type { Db } from '../../../platform/db/db.ts';
import { pageByAmount, type AmountLimits } from '../../../platform/db/page-by-amount.ts';
import type { AmountPosition } from '../../../platform/db/amount-position.ts';
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
  past: AmountPosition | null,
  limit: number,
  bounds?: AmountLimits,
): Promise<{ rows: FoundRecharge[]; next: AmountPosition | null }> {
  const { source, conditions, span } = search;
  const reader = {
    isFiltered: source.kind !== 'all' || isAny(conditions) || !isAlways(span),
    isShort: (most: number) => isSourceShort(db, search, most),
    readSorted: (from: AmountPosition | null, wanted: number) => findSortedByAmount(db, search, from, wanted),
    findEdge: (from: AmountPosition | null, count: number) => findAmountEdge(db, search, from, count),
    scan: (from: AmountPosition | null, edge: AmountPosition | null, wanted: number) =>
      findBetweenAmounts(db, search, { from, edge }, wanted),
    positionOf: (recharge: FoundRecharge) => ({ micro: recharge.pay_amount_micro, id: recharge.id }),
  };
  return pageByAmount(reader, past, limit, bounds);
}
