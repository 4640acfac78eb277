import { sql, type RawBuilder } from 'kysely';

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

/** The part of the bounds that comes after the position. */
export function remainingBounds(
  { lowest, highest }: IdBounds,
  { isOldestFirst, past }: IdPosition,
): IdBounds {
  if (past === undefined) return { lowest, highest };
  return isOldestFirst
    ? { lowest: past >= lowest ? past + 1n : lowest, highest }
    : { lowest, highest: past <= highest ? past - 1n : highest };
}

/** The first `count` ids of the bounds, in the list's direction. */
export function takeBounds(
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
export function cutWindow<Row extends { readonly id: bigint }>(
  found: readonly Row[],
  limit: number,
  { isOldestFirst }: Pick<IdPosition, 'isOldestFirst'>,
  { bounds, left }: { readonly bounds: IdBounds; readonly left: IdBounds },
): { shown: Row[]; next: bigint | null } {
  const shown = found.slice(0, limit);
  if (found.length > limit) return { shown, next: shown.at(-1)!.id };
  if (bounds.lowest === left.lowest && bounds.highest === left.highest) return { shown, next: null };
  return { shown, next: isOldestFirst ? bounds.highest : bounds.lowest };
}
