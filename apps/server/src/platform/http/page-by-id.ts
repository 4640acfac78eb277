import type { IdPosition } from '../db/id-position.ts';
import { refuse } from '../refusal.ts';
import { readCursor, writeCursor } from './cursor.ts';

/** The id that a long list goes on from, newest first; undefined for its beginning. */
export function readIdCursor(cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined;
  return /^\d{1,18}$/.test(cursor) ? BigInt(cursor) : refuse('invalidFormat', 'cursor');
}

type Asked = { readonly cursor?: string | undefined; readonly sort?: string | undefined };

/** For a list that can be sorted by its time only: newest first where nothing else is asked for. */
export const readIdPosition = ({ cursor, sort }: Asked): IdPosition => ({
  isOldestFirst: isAscending(sort),
  past: readIdCursor(readCursor({ cursor, sort })),
});

export const isAscending = (sort: string | undefined): boolean => sort !== undefined && !sort.startsWith('-');

/** Takes one row more than the limit, which tells whether there is a next page without counting. */
export function cutPage<T extends { readonly id: bigint }>(
  rows: readonly T[],
  limit: number,
  sort?: string,
): { shown: T[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  return { shown, nextCursor: rows.length > limit ? writeCursor(String(shown.at(-1)!.id), sort) : null };
}
