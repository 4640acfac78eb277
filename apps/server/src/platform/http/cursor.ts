import { refuse } from '../refusal.ts';

type ListQuery = { readonly cursor?: string | undefined; readonly sort?: string | undefined };

/** The cursor of a list's next page; valid only for the same sort order. */
export const writeCursor = (place: string, sort: string | undefined): string =>
  sort === undefined ? place : `${sort}.${place}`;

/** The position in a cursor; undefined for the first page. Refuses a cursor of another sort order (invalidFormat). */
export function readCursor({ cursor, sort }: ListQuery): string | undefined {
  if (cursor === undefined || sort === undefined) return cursor;
  const prefix = `${sort}.`;
  return cursor.startsWith(prefix) ? cursor.slice(prefix.length) : refuse('invalidFormat', 'cursor');
}
