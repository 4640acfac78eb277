import type { SortOf } from '@portside/contract';
import type { Db } from '../../../platform/db/db.ts';
import type { AmountLimits } from '../../../platform/db/page-by-amount.ts';
import { readAmountPosition, writeAmountPosition } from '../../../platform/http/amount-position.ts';
import { isAscending, readIdCursor } from '../../../platform/http/page-by-id.ts';
import { searchByAmount } from './search-by-amount.ts';
import { searchRecharges } from './search-recharges.ts';
import type { FoundRecharge, Search } from './search-recharges.sql.ts';

/** A search bounded otherwise than usually, for tests. */
type Bounds = AmountLimits & { readonly stretch?: bigint | undefined };

/** `next` is the place to go on from, without the order it belongs to. */
type RechargePage = { readonly recharges: readonly FoundRecharge[]; readonly next: string | null };

/** Reads pages in the order that was asked for, from that place on. Refuses `invalidFormat` what is none. */
export function pageReader(
  sort: SortOf<'listAllRecharges'> | undefined,
  place: string | undefined,
): (db: Db, search: Search, limit: number, bounds?: Bounds) => Promise<RechargePage> {
  if (sort === 'pay_amount' || sort === '-pay_amount') {
    const past = readAmountPosition(place);
    return async (db, search, limit, bounds) => {
      const { rows, next } = await searchByAmount(
        db,
        { ...search, isAscending: isAscending(sort) },
        past,
        limit,
        bounds,
      );
      return { recharges: rows, next: next && writeAmountPosition(next) };
    };
  }
  const start = { isOldestFirst: isAscending(sort), past: readIdCursor(place) };
  return async (db, search, limit, bounds) => {
    const { recharges, next } = await searchRecharges(db, search, start, limit, bounds?.stretch);
    return { recharges, next: next === null ? null : String(next) };
  };
}
