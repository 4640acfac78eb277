import type { SortOf } from '@portside/contract';
import type { AmountLimits } from '../../../platform/db/page-by-amount.ts';
import { readAmountPosition, writeAmountPosition } from '../../../platform/http/amount-position.ts';
import { isAscending, readIdCursor } from '../../../platform/http/page-by-id.ts';
import { amountPageReader, type ReadPage } from '../../../platform/http/page-reader.ts';
import { depositsByAmount } from './deposits-by-amount.sql.ts';
import type { DepositFilter, FoundDeposit } from './search-deposits.sql.ts';
import { searchDeposits, type TimeLimits } from './search-deposits.ts';

/** Reads pages in the sort asked for, from a position on. Refuses a text that is no position (invalidFormat). */
export function depositPageReader(
  sort: SortOf<'listAllDeposits'> | undefined,
  position: string | undefined,
): ReadPage<DepositFilter, FoundDeposit, AmountLimits & TimeLimits> {
  if (sort === 'amount' || sort === '-amount') {
    const listOf = (filter: DepositFilter) => depositsByAmount(filter, isAscending(sort));
    return amountPageReader(listOf, readAmountPosition(position), writeAmountPosition);
  }
  const start = { isOldestFirst: isAscending(sort), past: readIdCursor(position) };
  return async (db, filter, limit, limits) => {
    const { deposits, next } = await searchDeposits(db, filter, start, limit, limits);
    return { rows: deposits, next: next === null ? null : String(next) };
  };
}
