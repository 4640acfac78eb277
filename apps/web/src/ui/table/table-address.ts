import type { Sort } from '@portside/contract/wire/sorts';
import { useEffect, useRef } from 'react';
import { useEntry, useSearchParams } from '../../lib/site-location.tsx';

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

/** Cursors of the previous pages: keyset pagination cannot go back by itself. */
type Trail = { readonly trail?: readonly (string | null)[] };

/**
 * A table's filters, order and page, kept in the URL: they survive a reload and the back button, and can be linked.
 * Changing a filter or the order returns to the first page.
 */
export function useTableAddress<F extends string, C extends string = never>(
  names: readonly F[],
  columns: readonly C[] = [],
) {
  const [search, setSearch] = useSearchParams();
  const { trail = [] } = (useEntry().state ?? {}) as Trail;
  const address = readTableAddress(search, names, columns);

  // A navigation that is under way is not in `search` yet: the next change must not undo it.
  const latest = useRef(search);
  useEffect(() => void (latest.current = search), [search]);

  const go = (
    change: (now: TableAddress<F, string>) => Partial<TableAddress<F, string>>,
    state: Trail = {},
    replace = false,
  ) => {
    const now = readTableAddress(latest.current, names, columns);
    latest.current = writeTableAddress(latest.current, { ...now, ...change(now) });
    setSearch(latest.current, { state, replace, preventScrollReset: true });
  };

  return {
    address,
    /** Columns that the server can sort by. */
    sortable: columns as readonly string[],
    /** Number of rows before this page; undefined when the URL was entered directly. */
    before: address.cursor === null ? 0 : trail.length > 0 ? trail.length * address.limit : undefined,
    /** Filters, order and page size as the address has them; empty where nothing is chosen. */
    search: writeTableAddress(new URLSearchParams(), { ...address, cursor: null }).toString(),
    /** Shows what such a text says instead. */
    look: (view: string) =>
      go(() => ({ ...readTableAddress(new URLSearchParams(view), names, columns), cursor: null })),
    isFiltered: Object.values(address.filters).some((value) => value !== ''),
    filter: (part: Partial<Record<F, string>>) =>
      go(({ filters }) => ({ filters: { ...filters, ...part }, cursor: null }), {}, true),
    reset: () =>
      go(() => ({ filters: readTableAddress(new URLSearchParams(), names).filters, cursor: null })),
    sortBy: (sort: string) => go(() => ({ sort, cursor: null }), {}, true),
    showRows: (limit: number) => go(() => ({ limit, cursor: null }), {}, true),
    next: (cursor: string) => go(() => ({ cursor }), { trail: [...trail, address.cursor] }),
    previous:
      trail.length === 0
        ? undefined
        : () => go(() => ({ cursor: trail.at(-1)! }), { trail: trail.slice(0, -1) }),
    first: address.cursor === null ? undefined : () => go(() => ({ cursor: null })),
  };
}

export type TableControls<F extends string = string> = ReturnType<typeof useTableAddress<F, string>>;
