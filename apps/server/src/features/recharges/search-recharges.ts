import type { Db } from '../../platform/db/db.ts';
import { findRecharges, type Conditions, type FoundRecharge, type Search } from './search-recharges.sql.ts';

/** So many rows are looked through for a page where hardly any may hold the conditions. */
const STRETCH = 200_000n;

export type FoundRecharges = {
  readonly recharges: readonly FoundRecharge[];
  /** Go on with those below; null where there are no more. */
  readonly next: bigint | null;
};

/**
 * A page of top-ups, newest first, in bounded time: where a source leaves something to be looked for row by
 * row, the page may end before it is full and tell where to go on.
 */
export async function searchRecharges(
  db: Db,
  search: Search,
  before: bigint | undefined,
  limit: number,
  stretch = STRETCH,
): Promise<FoundRecharges> {
  const { lowest, highest: end } = search.bounds;
  const highest = before !== undefined && before <= end ? before - 1n : end;
  const edge = hasLoose(search) && highest - stretch >= lowest ? highest - stretch + 1n : lowest;
  const part = { ...search, bounds: { lowest: edge, highest } };
  const found = await findRecharges(db, part, limit + 1);
  const recharges = found.slice(0, limit);
  if (found.length > limit) return { recharges, next: recharges.at(-1)!.id };
  return { recharges, next: edge > lowest ? edge : null };
}

/** A few ids, or one buyer's, are looked through whatever holds. */
const hasLoose = ({ source, conditions }: Search): boolean =>
  source.kind !== 'ids' && source.kind !== 'buyers' && isAny(conditions);

const isAny = (conditions: Conditions): boolean =>
  Object.values(conditions).some((value) => value !== undefined);
