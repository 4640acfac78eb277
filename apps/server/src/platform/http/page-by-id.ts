import type { IdPosition } from '../db/id-position.ts';
import { refuse } from '../refusal.ts';
import { readCursor, writeCursor } from './cursor.ts';

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
