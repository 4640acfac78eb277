import { sql, type RawBuilder } from 'kysely';
import { startBudget } from '../clock.ts';
import { refuseField } from '../refusal.ts';
import { readCursor, writeCursor } from './pages.ts';

/** Where a page begins: after the row at that place, in the list's direction. */
export type Start<Place> = { readonly isAscending: boolean; readonly past: Place | undefined };

/** In a list by id; ids grow with time. */
export type IdPosition = Start<bigint>;

/** For `where`: the rows that come after the position. */
export const afterPosition = (column: string, { isAscending, past }: IdPosition): RawBuilder<boolean> => {
  if (past === undefined) return sql`true`;
  return isAscending ? sql`${sql.ref(column)} > ${past}` : sql`${sql.ref(column)} < ${past}`;
};

/** For `orderBy`. */
export const directionOf = ({ isAscending }: Pick<IdPosition, 'isAscending'>): 'asc' | 'desc' =>
  isAscending ? 'asc' : 'desc';

/** The lowest and highest id that a row of the list can have. */
export type IdBounds = { readonly lowest: bigint; readonly highest: bigint };

type IdPage<Row> = { shown: Row[]; next: bigint | null };
type FindRows<Row> = (bounds: IdBounds, limit: number) => Promise<Row[]>;

/** The part of the bounds that comes after the position. */
function remainingBounds({ lowest, highest }: IdBounds, { isAscending, past }: IdPosition): IdBounds {
  if (past === undefined) return { lowest, highest };
  return isAscending
    ? { lowest: past >= lowest ? past + 1n : lowest, highest }
    : { lowest, highest: past <= highest ? past - 1n : highest };
}

/** The first `count` ids of the bounds, in the list's direction. */
function takeBounds(
  { lowest, highest }: IdBounds,
  { isAscending }: Pick<IdPosition, 'isAscending'>,
  count: bigint,
): IdBounds {
  if (highest - lowest < count) return { lowest, highest };
  return isAscending ? { lowest, highest: lowest + count - 1n } : { lowest: highest - count + 1n, highest };
}

/**
 * Cuts a page out of the rows found in `bounds`, the first part of what `left` still holds; `found` has one row more
 * than the limit where there are that many. `next` is the id to go on after, also where the page is not full; null
 * at the end of the list.
 */
function cutWindow<Row extends { readonly id: bigint }>(
  found: readonly Row[],
  limit: number,
  { isAscending }: Pick<IdPosition, 'isAscending'>,
  { bounds, left }: { readonly bounds: IdBounds; readonly left: IdBounds },
): IdPage<Row> {
  const shown = found.slice(0, limit);
  if (found.length > limit) return { shown, next: shown.at(-1)!.id };
  if (bounds.lowest === left.lowest && bounds.highest === left.highest) return { shown, next: null };
  return { shown, next: isAscending ? bounds.highest : bounds.lowest };
}

/** How many ids the first window of a page has; each further one has twice as many, while there is time. */
const FIRST_WINDOW = 10_000n;

export type Paging = {
  readonly position: IdPosition;
  readonly limit: number;
  /** Whether the conditions have an index, so that all that is left can be looked at. */
  readonly isIndexed: boolean;
  /** The only window, for tests. */
  readonly window?: bigint | undefined;
};

/**
 * A page of a list by id. Without an index hardly any row may meet the conditions: it is looked for window by window,
 * and the page may end before it is full. `find` returns a window's first rows, at most so many.
 */
export async function findPage<Row extends { readonly id: bigint }>(
  bounds: IdBounds,
  { position, limit, isIndexed, window }: Paging,
  find: FindRows<Row>,
): Promise<IdPage<Row>> {
  const rows: Row[] = [];
  const budget = startBudget();
  let left = remainingBounds(bounds, position);
  for (let width = window ?? FIRST_WINDOW; ; width *= 2n) {
    const part = isIndexed ? left : takeBounds(left, position, width);
    rows.push(...(await find(part, limit + 1 - rows.length)));
    const page = cutWindow(rows, limit, position, { bounds: part, left });
    const isOnly = window !== undefined || rows.length > limit;
    if (isOnly || page.next === null || budget.isSpent()) return page;
    left = remainingBounds(left, { ...position, past: page.next });
  }
}

/** The id after which a list continues; undefined for the first page. Refuses anything else (invalidFormat). */
export const readIdCursor = (cursor: string | undefined): bigint | undefined =>
  cursor === undefined ? undefined : readId(cursor);

export const readId = (cursor: string): bigint =>
  /^\d{1,18}$/.test(cursor) ? BigInt(cursor) : refuseField('invalidFormat', 'cursor', 'wrong');

type Asked = { readonly cursor?: string | undefined; readonly sort?: string | undefined };

/** The position in a list that can be sorted by time only; newest first by default. */
export const readIdPosition = ({ cursor, sort }: Asked): IdPosition => ({
  isAscending: isAscending(sort),
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
