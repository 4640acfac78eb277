import {
  findAtOnce,
  findInWindows,
  type IdBounds,
  type IdPosition,
} from '../../../platform/db/id-position.ts';
import type { Db } from '../../../platform/db/db.ts';
import { findRecharges, hasConditions, type FoundRecharge, type Search } from './search-recharges.sql.ts';

type FoundRecharges = {
  readonly recharges: readonly FoundRecharge[];
  /** The last id of the page or of the scanned window, to continue after; null at the end of the list. */
  readonly next: bigint | null;
};

/**
 * A page of top-ups by time, in bounded time: where conditions are checked row by row, the page may end before
 * it is full, with `next` set. `window` is for tests (see `findInWindows`).
 */
export async function searchRecharges(
  db: Db,
  search: Search,
  position: IdPosition,
  limit: number,
  window?: bigint,
): Promise<FoundRecharges> {
  const find = (bounds: IdBounds, count: number) => findRecharges(db, { ...search, bounds }, position, count);
  const { shown, next } = isScan(search)
    ? await findInWindows(search.bounds, position, limit, find, window)
    : await findAtOnce(search.bounds, position, limit, find);
  return { recharges: shown, next };
}

/** Whether conditions are checked row by row over many rows; a few ids are scanned completely. */
const isScan = ({ source, conditions }: Search): boolean =>
  source.kind !== 'ids' && hasConditions(conditions);
