import type { MicroPlace } from '../../../platform/db/by-micro.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pageByAmount, type AmountBounds } from '../../../platform/db/page-by-amount.ts';
import {
  findAmountEdge,
  findBetweenAmounts,
  findSortedByAmount,
  isSourceShort,
  type AmountSearch,
} from './search-by-amount.sql.ts';
import type { FoundDeposit } from './search-deposits.sql.ts';

/** A page of deposits by their amount; of one amount by time, the same way. */
export function searchByAmount(
  db: Db,
  search: AmountSearch,
  past: MicroPlace | null,
  limit: number,
  bounds?: AmountBounds,
): Promise<{ rows: FoundDeposit[]; next: MicroPlace | null }> {
  const { displayMinimumMicro, ...conditions } = search.filter;
  const reading = {
    isPart: displayMinimumMicro > 0n || Object.values(conditions).some((value) => value !== undefined),
    isShort: (most: number) => isSourceShort(db, search, most),
    readSorted: (from: MicroPlace | null, wanted: number) => findSortedByAmount(db, search, from, wanted),
    findEdge: (from: MicroPlace | null, count: number) => findAmountEdge(db, search, from, count),
    walk: (from: MicroPlace | null, edge: MicroPlace | null, wanted: number) =>
      findBetweenAmounts(db, search, { from, edge }, wanted),
    placeOf: (deposit: FoundDeposit) => ({ micro: deposit.amount_micro, id: deposit.id }),
  };
  return pageByAmount(reading, past, limit, bounds);
}
