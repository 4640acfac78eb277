import type { Language, Sort } from '@portside/contract';

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
