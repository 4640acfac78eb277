import type { SortOf } from '@portside/contract';
import type { Db } from '../../../platform/db/db.ts';
import type { AmountLimits } from '../../../platform/db/page-by-amount.ts';
import { isAscending, readIdCursor } from '../../../platform/http/page-by-id.ts';
import { readAmountPosition, writeAmountPosition } from '../../../platform/http/amount-position.ts';
import { searchByAmount } from './search-by-amount.ts';
import type { DepositFilter, FoundDeposit } from './search-deposits.sql.ts';
import { searchDeposits, type TimeBounds } from './search-deposits.ts';

/** `next` is the place to go on from, without the order it belongs to. */
type DepositPage = { readonly deposits: readonly FoundDeposit[]; readonly next: string | null };

/** Bounds other than the usual ones, for tests. */
type Bounds = AmountLimits & TimeBounds;

/** Reads pages in the order that was asked for, from that place on. Refuses `invalidFormat` what is none. */
export function pageReader(
  sort: SortOf<'listAllDeposits'> | undefined,
  place: string | undefined,
): (db: Db, filter: DepositFilter, limit: number, bounds?: Bounds) => Promise<DepositPage> {
  if (sort === 'amount' || sort === '-amount') {
    const past = readAmountPosition(place);
    return async (db, filter, limit, bounds) => {
      const search = { filter, isAscending: isAscending(sort) };
      const { rows, next } = await searchByAmount(db, search, past, limit, bounds);
      return { deposits: rows, next: next && writeAmountPosition(next) };
    };
  }
  const start = { isOldestFirst: isAscending(sort), past: readIdCursor(place) };
  return async (db, filter, limit, bounds) => {
    const { deposits, next } = await searchDeposits(db, filter, start, limit, bounds);
    return { deposits, next: next === null ? null : String(next) };
  };
}
