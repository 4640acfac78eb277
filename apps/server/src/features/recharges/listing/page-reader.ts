import type { SortOf } from '@portside/contract';
import type { Db } from '../../../platform/db/db.ts';
import type { AmountLimits } from '../../../platform/db/page-by-amount.ts';
import { searchByAmount } from '../../../platform/db/search-by-amount.ts';
import { readAmountPosition, writeAmountPosition } from '../../../platform/http/amount-position.ts';
import { isAscending, readIdCursor } from '../../../platform/http/page-by-id.ts';
import { rechargesByAmount } from './recharges-by-amount.sql.ts';
import { searchRecharges } from './search-recharges.ts';
import type { FoundRecharge, Search } from './search-recharges.sql.ts';

/** Limits other than the usual ones, for tests. */
type Limits = AmountLimits & { readonly window?: bigint | undefined };

/** `next`: the position after the page, without the sort it belongs to; null at the end of the list. */
type RechargePage = { readonly recharges: readonly FoundRecharge[]; readonly next: string | null };

/** Reads pages in the sort asked for, from a position on. Refuses a text that is no position (invalidFormat). */
export function pageReader(
  sort: SortOf<'listAllRecharges'> | undefined,
  position: string | undefined,
): (db: Db, search: Search, limit: number, limits?: Limits) => Promise<RechargePage> {
  if (sort === 'pay_amount' || sort === '-pay_amount') {
    const past = readAmountPosition(position);
    return async (db, search, limit, limits) => {
      const list = rechargesByAmount(search, isAscending(sort));
      const { rows, next } = await searchByAmount(db, list, past, limit, limits);
      return { recharges: rows, next: next && writeAmountPosition(next) };
    };
  }
  const start = { isOldestFirst: isAscending(sort), past: readIdCursor(position) };
  return async (db, search, limit, limits) => {
    const { recharges, next } = await searchRecharges(db, search, start, limit, limits?.window);
    return { recharges, next: next === null ? null : String(next) };
  };
}
