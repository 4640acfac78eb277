import type { Sort } from '@portside/contract/wire/sorts';

/** Page sizes on offer. */
export const PAGE_SIZES = [20, 50, 100, 500] as const;

/** A table's state in the URL: filters, sort order, page size and position. */
export type TableAddress<F extends string, C extends string = never> = {
  readonly filters: Readonly<Record<F, string>>;
  /** A column's name, prefixed with `-` for descending; empty for the default order. */
  readonly sort: Sort<C> | '';
  readonly limit: number;
  /** Cursor of the page; null is the first page. */
  readonly cursor: string | null;
};

/** Reads a table's state from the URL. An unknown page size or sort column is ignored. */
export function readTableAddress<F extends string, C extends string = never>(
  search: URLSearchParams,
  names: readonly F[],
  columns: readonly C[] = [],
): TableAddress<F, C> {
  const wanted = search.get('sort') ?? '';
  const isKnown = wanted === '' || columns.some((column) => column === wanted.replace(/^-/, ''));
  const filters = Object.fromEntries(names.map((name) => [name, search.get(name)?.trim() ?? '']));
  const limit = Number(search.get('limit'));
  return {
    filters: filters as Record<F, string>,
    sort: isKnown ? (wanted as Sort<C> | '') : '',
    limit: PAGE_SIZES.find((size) => size === limit) ?? PAGE_SIZES[0],
    // A cursor is valid only for the order it was made with.
    cursor: isKnown ? search.get('cursor') : null,
  };
}

/** The URL with this state in it. Empty values are removed; other parameters stay. */
export function writeTableAddress<F extends string>(
  search: URLSearchParams,
  { filters, sort, limit, cursor }: TableAddress<F, string>,
): URLSearchParams {
  const written = new URLSearchParams(search);
  const values = { ...filters, sort, limit: limit === PAGE_SIZES[0] ? '' : String(limit), cursor };
  for (const [name, value] of Object.entries(values)) {
    if (value) written.set(name, value);
    else written.delete(name);
  }
  return written;
}

type Choices<F extends string> = { readonly [N in F]?: readonly string[] };
type Chosen<K, N> = N extends keyof K ? (K[N] extends readonly (infer V)[] ? V : string) : string;

/**
 * The state as a call's query. Empty values are left out, and so are values that are not among the filter's
 * `choices`.
 */
export function tableQuery<F extends string, C extends string, K extends Choices<F> = Choices<F>>(
  { filters, sort, limit, cursor }: TableAddress<F, C>,
  choices?: K,
) {
  const isOffered = (name: string, value: string): boolean =>
    (choices as Choices<string> | undefined)?.[name]?.includes(value) ?? true;
  const values = { ...filters, sort, cursor };
  const kept = Object.entries(values).filter(([name, value]) => value && isOffered(name, value));
  return { ...Object.fromEntries(kept), limit } as { [N in F]?: Chosen<K, N> } & {
    limit: number;
    sort?: Sort<C>;
    cursor?: string;
  };
}
