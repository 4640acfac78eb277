import type { SortOf } from '@portside/contract';
import type { AmountLimits } from '../../../platform/db/page-by-amount.ts';
import { readAmountPosition, writeAmountPosition } from '../../../platform/http/amount-position.ts';
import { isAscending, readIdCursor } from '../../../platform/http/page-by-id.ts';
import { amountPageReader, type ReadPage } from '../../../platform/http/page-reader.ts';
import { rechargesByAmount } from './recharges-by-amount.sql.ts';
import { searchRecharges } from './search-recharges.ts';
import type { FoundRecharge, Search } from './search-recharges.sql.ts';

/** Limits other than the usual ones, for tests. */
type Limits = AmountLimits & { readonly window?: bigint | undefined };

/** Reads pages in the sort asked for, from a position on. Refuses a text that is no position (invalidFormat). */
export function rechargePageReader(
  sort: SortOf<'listAllRecharges'> | undefined,
  position: string | undefined,
): ReadPage<Search, FoundRecharge, Limits> {
  if (sort === 'pay_amount' || sort === '-pay_amount') {
    const listOf = (search: Search) => rechargesByAmount(search, isAscending(sort));
    return amountPageReader(listOf, readAmountPosition(position), writeAmountPosition);
  }
  const start = { isOldestFirst: isAscending(sort), past: readIdCursor(position) };
  return async (db, search, limit, limits) => {
    const { recharges, next } = await searchRecharges(db, search, start, limit, limits?.window);
    return { rows: recharges, next: next === null ? null : String(next) };
  };
}
