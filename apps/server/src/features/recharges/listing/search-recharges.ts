import { remainingBounds, cutWindow, takeBounds, type IdPosition } from '../../../platform/db/id-position.ts';
import type { Db } from '../../../platform/db/db.ts';
import { findRecharges, hasConditions, type FoundRecharge, type Search } from './search-recharges.sql.ts';

/** Most rows scanned for one page, of which only few may meet the conditions. */
const MAX_SCANNED_ROWS = 200_000n;

export type FoundRecharges = {
  readonly recharges: readonly FoundRecharge[];
  /** The last id of the page or of the scanned window, to continue after; null at the end of the list. */
  readonly next: bigint | null;
};

/**
 * A page of top-ups by time, in bounded time: where conditions are checked row by row, the page may end before
 * it is full, with `next` set.
 */
export async function searchRecharges(
  db: Db,
  search: Search,
  position: IdPosition,
  limit: number,
  window = MAX_SCANNED_ROWS,
): Promise<FoundRecharges> {
  const left = remainingBounds(search.bounds, position);
  const bounds = isScan(search) ? takeBounds(left, position, window) : left;
  const found = await findRecharges(db, { ...search, bounds }, position, limit + 1);
  const { shown, next } = cutWindow(found, limit, position, { bounds, left });
  return { recharges: shown, next };
}

/** Whether conditions are checked row by row over many rows; a few ids or one buyer's rows are scanned completely. */
const isScan = ({ source, conditions }: Search): boolean =>
  source.kind !== 'ids' && source.kind !== 'buyers' && hasConditions(conditions);
