import { sql, type RawBuilder } from 'kysely';

/** A list by id is one by time: which way it runs, and the id that its page goes on from. */
export type IdPlace = { readonly isOldestFirst: boolean; readonly past: bigint | undefined };

/** For `where`: the rows of a list by id that come after its place. */
export const pastId = (column: string, { isOldestFirst, past }: IdPlace): RawBuilder<boolean> => {
  if (past === undefined) return sql`true`;
  return isOldestFirst ? sql`${sql.ref(column)} > ${past}` : sql`${sql.ref(column)} < ${past}`;
};

/** For `orderBy`. */
export const directionOf = ({ isOldestFirst }: IdPlace): 'asc' | 'desc' => (isOldestFirst ? 'asc' : 'desc');

/** The ids between which everything of a list lies. */
export type IdBounds = { readonly lowest: bigint; readonly highest: bigint };

/** What is left of them behind the place. */
export function boundsLeft({ lowest, highest }: IdBounds, { isOldestFirst, past }: IdPlace): IdBounds {
  if (past === undefined) return { lowest, highest };
  return isOldestFirst
    ? { lowest: past >= lowest ? past + 1n : lowest, highest }
    : { lowest, highest: past <= highest ? past - 1n : highest };
}

/** So many ids of them, from where the list begins. */
export function firstOfBounds(
  { lowest, highest }: IdBounds,
  { isOldestFirst }: Pick<IdPlace, 'isOldestFirst'>,
  count: bigint,
): IdBounds {
  if (highest - lowest < count) return { lowest, highest };
  return isOldestFirst ? { lowest, highest: lowest + count - 1n } : { lowest: highest - count + 1n, highest };
}

/**
 * A page out of rows that were found in the first of the bounds left, one more than it holds where there are so
 * many. `next` is the id to go on behind, also from a page that ended before it was full; null at the end.
 */
export function cutStretch<Row extends { readonly id: bigint }>(
  found: readonly Row[],
  limit: number,
  { isOldestFirst }: Pick<IdPlace, 'isOldestFirst'>,
  { bounds, left }: { readonly bounds: IdBounds; readonly left: IdBounds },
): { shown: Row[]; next: bigint | null } {
  const shown = found.slice(0, limit);
  if (found.length > limit) return { shown, next: shown.at(-1)!.id };
  if (bounds.lowest === left.lowest && bounds.highest === left.highest) return { shown, next: null };
  return { shown, next: isOldestFirst ? bounds.highest : bounds.lowest };
}
