import type { AmountPosition } from '../../../platform/db/amount-position.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pageByAmount, type AmountLimits } from '../../../platform/db/page-by-amount.ts';
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
  past: AmountPosition | null,
  limit: number,
  bounds?: AmountLimits,
): Promise<{ rows: FoundDeposit[]; next: AmountPosition | null }> {
  const { displayMinimumMicro, ...conditions } = search.filter;
  const reader = {
    isFiltered: displayMinimumMicro > 0n || Object.values(conditions).some((value) => value !== undefined),
    isShort: (most: number) => isSourceShort(db, search, most),
    readSorted: (from: AmountPosition | null, wanted: number) => findSortedByAmount(db, search, from, wanted),
    findEdge: (from: AmountPosition | null, count: number) => findAmountEdge(db, search, from, count),
    scan: (from: AmountPosition | null, edge: AmountPosition | null, wanted: number) =>
      findBetweenAmounts(db, search, { from, edge }, wanted),
    positionOf: (deposit: FoundDeposit) => ({ micro: deposit.amount_micro, id: deposit.id }),
  };
  return pageByAmount(reader, past, limit, bounds);
}
