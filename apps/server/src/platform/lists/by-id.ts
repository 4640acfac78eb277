import { sql, type RawBuilder } from 'kysely';
import { startBudget } from '../clock.ts';
import { refuse } from '../refusal.ts';
import { readCursor, writeCursor } from './pages.ts';

/** Where a page of a list by id begins (ids grow with time): which way the list runs, and the id before the page. */
export type IdPosition = { readonly isOldestFirst: boolean; readonly past: bigint | undefined };

/** For `where`: the rows that come after the position. */
export const afterPosition = (column: string, { isOldestFirst, past }: IdPosition): RawBuilder<boolean> => {
  if (past === undefined) return sql`true`;
  return isOldestFirst ? sql`${sql.ref(column)} > ${past}` : sql`${sql.ref(column)} < ${past}`;
};

/** For `orderBy`. */
export const directionOf = ({ isOldestFirst }: IdPosition): 'asc' | 'desc' =>
  isOldestFirst ? 'asc' : 'desc';

/** The lowest and highest id that a row of the list can have. */
export type IdBounds = { readonly lowest: bigint; readonly highest: bigint };

type IdPage<Row> = { shown: Row[]; next: bigint | null };
type FindRows<Row> = (bounds: IdBounds, limit: number) => Promise<Row[]>;

/** The part of the bounds that comes after the position. */
function remainingBounds({ lowest, highest }: IdBounds, { isOldestFirst, past }: IdPosition): IdBounds {
  if (past === undefined) return { lowest, highest };
  return isOldestFirst
    ? { lowest: past >= lowest ? past + 1n : lowest, highest }
    : { lowest, highest: past <= highest ? past - 1n : highest };
}

/** The first `count` ids of the bounds, in the list's direction. */
function takeBounds(
  { lowest, highest }: IdBounds,
  { isOldestFirst }: Pick<IdPosition, 'isOldestFirst'>,
  count: bigint,
): IdBounds {
  if (highest - lowest < count) return { lowest, highest };
  return isOldestFirst ? { lowest, highest: lowest + count - 1n } : { lowest: highest - count + 1n, highest };
}

/**
 * Cuts a page out of the rows found in `bounds`, the first part of what `left` still holds; `found` has one row more
 * than the limit where there are that many. `next` is the id to go on after, also where the page is not full; null
 * at the end of the list.
 */
function cutWindow<Row extends { readonly id: bigint }>(
  found: readonly Row[],
  limit: number,
  { isOldestFirst }: Pick<IdPosition, 'isOldestFirst'>,
  { bounds, left }: { readonly bounds: IdBounds; readonly left: IdBounds },
): IdPage<Row> {
  const shown = found.slice(0, limit);
  if (found.length > limit) return { shown, next: shown.at(-1)!.id };
  if (bounds.lowest === left.lowest && bounds.highest === left.highest) return { shown, next: null };
  return { shown, next: isOldestFirst ? bounds.highest : bounds.lowest };
}

/** A page of a list by id whose conditions have an index: it is full where that many rows are left. */
export async function findAtOnce<Row extends { readonly id: bigint }>(
  bounds: IdBounds,
  position: IdPosition,
  limit: number,
  find: FindRows<Row>,
): Promise<IdPage<Row>> {
  const left = remainingBounds(bounds, position);
  return cutWindow(await find(left, limit + 1), limit, position, { bounds: left, left });
}

/** How many ids the first window of a page has; each further one has twice as many, while there is time. */
const FIRST_WINDOW = 10_000n;

/**
 * A page of a list by id whose conditions may leave hardly any row: it is looked for window by window and may end before
 * it is full. `window` is the only one, for tests. `find` returns a window's first rows, at most so many.
 */
export async function findInWindows<Row extends { readonly id: bigint }>(
  bounds: IdBounds,
  position: IdPosition,
  limit: number,
  find: FindRows<Row>,
  window?: bigint,
): Promise<IdPage<Row>> {
  const rows: Row[] = [];
  const budget = startBudget();
  let left = remainingBounds(bounds, position);
  for (let width = window ?? FIRST_WINDOW; ; width *= 2n) {
    const part = takeBounds(left, position, width);
    rows.push(...(await find(part, limit + 1 - rows.length)));
    const page = cutWindow(rows, limit, position, { bounds: part, left });
    const isOnly = window !== undefined || rows.length > limit;
    if (isOnly || page.next === null || budget.isSpent()) return page;
    left = remainingBounds(left, { ...position, past: page.next });
  }
}

/** The id after which a list continues; undefined for the first page. Refuses anything else (invalidFormat). */
export function readIdCursor(cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined;
  return /^\d{1,18}$/.test(cursor) ? BigInt(cursor) : refuse('invalidFormat', 'cursor');
}

type Asked = { readonly cursor?: string | undefined; readonly sort?: string | undefined };

/** The position in a list that can be sorted by time only; newest first by default. */
export const readIdPosition = ({ cursor, sort }: Asked): IdPosition => ({
  isOldestFirst: isAscending(sort),
  past: readIdCursor(readCursor({ cursor, sort })),
});

/** Lists are newest first unless the key is given without a minus. */
export const isAscending = (sort: string | undefined): boolean => sort !== undefined && !sort.startsWith('-');

/** Cuts a page from rows that were read with one more than the limit: the extra row shows that there is a next page. */
export function cutPage<T extends { readonly id: bigint }>(
  rows: readonly T[],
  limit: number,
  sort?: string,
): { shown: T[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  return { shown, nextCursor: rows.length > limit ? writeCursor(String(shown.at(-1)!.id), sort) : null };
}
