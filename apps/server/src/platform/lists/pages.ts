import { refuseField } from '../refusal.ts';
import type { Language, Sort } from '@portside/contract';

type PageQuery = {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly sort?: string | undefined;
};
type Page<T> = { items: T[]; next_cursor: string | null; total: number };

/** A page of a list that is short enough to be read whole; the cursor is an offset. Refuses others (invalidFormat). */
export function pageOf<T>(all: readonly T[], { limit, cursor, sort }: PageQuery): Page<T> {
  const place = readCursor({ cursor, sort }) ?? '0';
  if (!/^\d{1,9}$/.test(place)) refuseField('invalidFormat', 'cursor', 'wrong');
  const start = Number(place);
  const end = start + limit;
  return {
    items: all.slice(start, end),
    next_cursor: end < all.length ? writeCursor(String(end), sort) : null,
    total: all.length,
  };
}

type ListQuery = { readonly cursor?: string | undefined; readonly sort?: string | undefined };

/** The cursor of a list's next page; valid only for the same sort order. */
export const writeCursor = (place: string, sort: string | undefined): string =>
  sort === undefined ? place : `${sort}.${place}`;

/** The position in a cursor; undefined for the first page. Refuses a cursor of another sort order (invalidFormat). */
export function readCursor({ cursor, sort }: ListQuery): string | undefined {
  if (cursor === undefined || sort === undefined) return cursor;
  const prefix = `${sort}.`;
  return cursor.startsWith(prefix)
    ? cursor.slice(prefix.length)
    : refuseField('invalidFormat', 'cursor', 'wrong');
}

/** Sort keys; null comes last in either direction. */
type Key = string | number | bigint | null;

export type SortKeys<T, C extends string> = { readonly [K in C]: (row: T) => Key };

/**
 * Sorts a list that is short enough to be read whole; unchanged without `sort`. Texts are compared in the reader's
 * language; the sort is stable.
 */
export function sortRows<T, C extends string>(
  rows: readonly T[],
  sort: Sort<C> | undefined,
  keys: SortKeys<T, C>,
  language: Language,
): readonly T[] {
  if (sort === undefined) return rows;
  const isDescending = sort.startsWith('-');
  const keyOf = keys[(isDescending ? sort.slice(1) : sort) as C];
  const texts = new Intl.Collator(language, { numeric: true });
  const compare = (one: Exclude<Key, null>, other: Exclude<Key, null>): number => {
    if (typeof one === 'string' || typeof other === 'string')
      return texts.compare(String(one), String(other));
    return one < other ? -1 : one > other ? 1 : 0;
  };
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .toSorted(({ key: one }, { key: other }) => {
      if (one === null || other === null) return Number(one === null) - Number(other === null);
      return isDescending ? compare(other, one) : compare(one, other);
    })
    .map(({ row }) => row);
}

/** The pattern for `like` of texts that begin with this one. */
export const prefixPattern = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`;
