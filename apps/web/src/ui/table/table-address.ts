import type { Sort } from '@portside/contract/wire/sorts';

/** Rows a page, as operators know them. */
export const PAGE_SIZES = [20, 50, 100, 500] as const;

/** What an address says of a table: its filters, its order, and where in the list it stands. */
export type TableAddress<F extends string, C extends string = never> = {
  readonly filters: Readonly<Record<F, string>>;
  /** A column's name, with `-` before it for the largest first; empty for the list's own order. */
  readonly sort: Sort<C> | '';
  readonly limit: number;
  /** Where the page begins; null is the first page. */
  readonly cursor: string | null;
};

/** Reads the table's part of an address; a page size or an order that is not offered counts as absent. */
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
    // A place in one order is none in another.
    cursor: isKnown ? search.get('cursor') : null,
  };
}

/** The address with this in it. Empty values leave no trace; what is not the table's stays. */
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

/** As a call's query: what is empty is left out, and so is a value that its choices do not have. */
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
