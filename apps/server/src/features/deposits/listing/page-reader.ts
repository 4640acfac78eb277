import type { SortOf } from '@portside/contract';
import type { Db } from '../../../platform/db/db.ts';
import type { AmountLimits } from '../../../platform/db/page-by-amount.ts';
import { searchByAmount } from '../../../platform/db/search-by-amount.ts';
import { isAscending, readIdCursor } from '../../../platform/http/page-by-id.ts';
import { readAmountPosition, writeAmountPosition } from '../../../platform/http/amount-position.ts';
import { depositsByAmount } from './deposits-by-amount.sql.ts';
import type { DepositFilter, FoundDeposit } from './search-deposits.sql.ts';
import { searchDeposits, type TimeLimits } from './search-deposits.ts';

/** `next`: the position after the page, without the sort it belongs to; null at the end of the list. */
type DepositPage = { readonly deposits: readonly FoundDeposit[]; readonly next: string | null };

/** Limits other than the usual ones, for tests. */
type Limits = AmountLimits & TimeLimits;

/** Reads pages in the sort asked for, from a position on. Refuses a text that is no position (invalidFormat). */
export function pageReader(
  sort: SortOf<'listAllDeposits'> | undefined,
  position: string | undefined,
): (db: Db, filter: DepositFilter, limit: number, limits?: Limits) => Promise<DepositPage> {
  if (sort === 'amount' || sort === '-amount') {
    const past = readAmountPosition(position);
    return async (db, filter, limit, limits) => {
      const list = depositsByAmount(filter, isAscending(sort));
      const { rows, next } = await searchByAmount(db, list, past, limit, limits);
      return { deposits: rows, next: next && writeAmountPosition(next) };
    };
  }
  const start = { isOldestFirst: isAscending(sort), past: readIdCursor(position) };
  return async (db, filter, limit, limits) => {
    const { deposits, next } = await searchDeposits(db, filter, start, limit, limits);
    return { deposits, next: next === null ? null : String(next) };
  };
}
