import type { Db } from '../db/db.ts';
import type { AmountLimits } from '../db/page-by-amount.ts';
import { searchByAmount, type AmountList } from '../db/search-by-amount.ts';

/**
 * Reads a page of a list. `next` is the position after the page, without the sort it belongs to; null at the end of the
 * list. `limits`: other than the usual ones, for tests.
 */
export type ReadPage<Filter, Row, Limits> = (
  db: Db,
  filter: Filter,
  limit: number,
  limits?: Limits,
) => Promise<{ readonly rows: readonly Row[]; readonly next: string | null }>;

/** Reads pages of a list that is sorted by amount, from a position on. */
export const amountPageReader =
  <Filter, Row, Position>(
    listOf: (filter: Filter) => AmountList<Row, Position>,
    past: Position | null,
    write: (position: Position) => string,
  ): ReadPage<Filter, Row, AmountLimits> =>
  async (db, filter, limit, limits) => {
    const { rows, next } = await searchByAmount(db, listOf(filter), past, limit, limits);
    return { rows, next: next && write(next) };
  };
