import { refuse } from '../refusal.ts';
import { readCursor, writeCursor } from './cursor.ts';

type ListQuery = {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly sort?: string | undefined;
};
type Page<T> = { items: T[]; next_cursor: string | null; total: number };

/** A page of a list that is short enough to be read whole; the cursor is an offset. Refuses others (invalidFormat). */
export function pageOf<T>(all: readonly T[], { limit, cursor, sort }: ListQuery): Page<T> {
  const place = readCursor({ cursor, sort }) ?? '0';
  if (!/^\d{1,9}$/.test(place)) refuse('invalidFormat', 'cursor');
  const start = Number(place);
  const end = start + limit;
  return {
    items: all.slice(start, end),
    next_cursor: end < all.length ? writeCursor(String(end), sort) : null,
    total: all.length,
  };
}
