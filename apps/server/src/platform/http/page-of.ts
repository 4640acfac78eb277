import { refuse } from '../refusal.ts';

type Asked = { readonly limit: number; readonly cursor?: string | undefined };
type Page<T> = { items: T[]; next_cursor: string | null; total: number };

/** A page of a list that is short enough to be read whole; its cursor counts what came before. */
export function pageOf<T>(all: readonly T[], { limit, cursor = '0' }: Asked): Page<T> {
  if (!/^\d{1,9}$/.test(cursor)) refuse('invalidFormat', 'cursor');
  const start = Number(cursor);
  const end = start + limit;
  return {
    items: all.slice(start, end),
    next_cursor: end < all.length ? String(end) : null,
    total: all.length,
  };
}
