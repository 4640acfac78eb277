import { remainingBounds, cutWindow, takeBounds, type IdPosition } from '../../../platform/db/id-position.ts';
import type { Db } from '../../../platform/db/db.ts';
import { findRecharges, type Conditions, type FoundRecharge, type Search } from './search-recharges.sql.ts';

/** So many rows are looked through for a page where hardly any may hold the conditions. */
const STRETCH = 200_000n;

export type FoundRecharges = {
  readonly recharges: readonly FoundRecharge[];
  /** Go on behind it; null where there are no more. */
  readonly next: bigint | null;
};

/**
 * A page of top-ups by their time, in bounded time: where a source leaves something to be looked for row by
 * row, the page may end before it is full and tell where to go on.
 */
export async function searchRecharges(
  db: Db,
  search: Search,
  place: IdPosition,
  limit: number,
  stretch = STRETCH,
): Promise<FoundRecharges> {
  const left = remainingBounds(search.bounds, place);
  const bounds = hasLoose(search) ? takeBounds(left, place, stretch) : left;
  const found = await findRecharges(db, { ...search, bounds }, place, limit + 1);
  const { shown, next } = cutWindow(found, limit, place, { bounds, left });
  return { recharges: shown, next };
}

/** A few ids, or one buyer's, are looked through whatever holds. */
const hasLoose = ({ source, conditions }: Search): boolean =>
  source.kind !== 'ids' && source.kind !== 'buyers' && isAny(conditions);

export const isAny = (conditions: Conditions): boolean =>
  Object.values(conditions).some((value) => value !== undefined);
