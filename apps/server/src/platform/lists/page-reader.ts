import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/db.ts';
import { refuse, refuseField } from '../refusal.ts';
import { isAscending, type Start } from './by-id.ts';
import { readCursor, writeCursor } from './pages.ts';

/** Rows of one amount are ordered by their place in the list by time. */
export type AmountPlace<Place> = { readonly micro: bigint; readonly place: Place };

/** A list that can be sorted by time, which is its default, and by amount. `Limits` are for tests. */
export type SortedList<Filter, Row, Place, Limits = undefined> = {
  /** Refuses a text that is no place (invalidFormat). */
  readPlace(text: string): Place;
  writePlace(row: Row): string;
  amountOf(row: Row): bigint;
  /** `next`: the place to continue after, also where the page ends before it is full; null at the end of the list. */
  findByTime(
    db: Db,
    filter: Filter,
    start: Start<Place>,
    limit: number,
    limits?: Limits,
  ): Promise<{ readonly rows: readonly Row[]; readonly next: string | null }>;
  /** The next rows, at most so many. `apart` ends the query that finds them, before they are sorted. */
  findByAmount(
    db: Db,
    filter: Filter,
    start: Start<AmountPlace<Place>>,
    limit: number,
    apart: RawBuilder<unknown>,
  ): Promise<Row[]>;
};

type ReadPage<Filter, Row, Limits> = (
  db: Db,
  filter: Filter,
  limit: number,
  limits?: Limits,
) => Promise<{ readonly rows: readonly Row[]; readonly next_cursor: string | null }>;

type Asked = { readonly cursor?: string | undefined; readonly sort?: string | undefined };

/**
 * Reads pages of a list in the sort asked for, from a cursor on. Refuses a cursor that is none of this sort
 * (invalidFormat); its pages by amount refuse what would take too long (searchTooWide).
 */
export function pageReader<Filter, Row, Place, Limits>(
  list: SortedList<Filter, Row, Place, Limits>,
  { cursor, sort }: Asked,
): ReadPage<Filter, Row, Limits> {
  const position = readCursor({ cursor, sort });
  const direction = { isAscending: isAscending(sort) };
  const end = (next: string | null) => next && writeCursor(next, sort);
  if (!sort?.endsWith('amount')) {
    const start = { ...direction, past: position === undefined ? undefined : list.readPlace(position) };
    return async (db, filter, limit, limits) => {
      const { rows, next } = await list.findByTime(db, filter, start, limit, limits);
      return { rows, next_cursor: end(next) };
    };
  }
  const start = {
    ...direction,
    past: position === undefined ? undefined : readAmountPlace(list.readPlace, position),
  };
  return async (db, filter, limit) => {
    const read = (apart: RawBuilder<unknown>) => (reading: Db) =>
      list.findByAmount(reading, filter, start, limit + 1, apart);
    const rows =
      (await inTime(db, INDEX_MS, read(sql``))) ??
      (await inTime(db, MOST_MS, read(sql`offset 0`))) ??
      refuse('searchTooWide');
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1)! : null;
    return {
      rows: shown,
      next_cursor: end(last && writeAmountPlace(list.amountOf(last), list.writePlace(last))),
    };
  };
}

/** Refuses a text that is none (invalidFormat). */
export function readAmountPlace<Place>(readPlace: (text: string) => Place, text: string): AmountPlace<Place> {
  const [, micro, place] = /^(\d{1,18})\.(.+)$/.exec(text) ?? refuseField('invalidFormat', 'cursor', 'wrong');
  return { micro: BigInt(micro!), place: readPlace(place!) };
}

export const writeAmountPlace = (micro: bigint, place: string): string => `${micro}.${place}`;

/** SQL of a list by amount whose place is the row's id: `order by`, and `where` for the rows after the start. */
export function amountOrder(
  amount: string,
  id: string,
  { isAscending: isUp, past }: Start<AmountPlace<bigint>>,
): { readonly by: RawBuilder<unknown>; readonly after: RawBuilder<boolean> } {
  const [way, beyond] = isUp ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  return {
    by: sql`${sql.ref(amount)} ${way}, ${sql.ref(id)} ${way}`,
    after: past
      ? sql`(${sql.ref(amount)}, ${sql.ref(id)}) ${beyond} (${past.micro}::bigint, ${past.place}::bigint)`
      : sql`true`,
  };
}

/**
 * An index has the amounts in order, and the planner takes it for a page: a matter of milliseconds, unless few rows pass
 * the filter or their amounts come late. Then all that pass are sorted, found by the filter's own index if there is one.
 */
const INDEX_MS = 150;
const MOST_MS = 2_000;

const QUERY_CANCELED = '57014';

/** Reads with plans for the values at hand; undefined if that takes longer than so many milliseconds. */
export async function inTime<T>(
  db: Db,
  mostMs: number,
  read: (db: Db) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await db.transaction().execute(async (reading) => {
      await sql`
        select set_config('plan_cache_mode', 'force_custom_plan', true),
          set_config('statement_timeout', ${String(mostMs)}, true)`.execute(reading);
      return await read(reading);
    });
  } catch (error) {
    if ((error as { code?: string }).code === QUERY_CANCELED) return undefined;
    throw error;
  }
}
