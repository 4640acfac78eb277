import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from '../../lib/router/hooks.ts';
import { readTableAddress, writeTableAddress, type TableAddress } from './table-address.ts';

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
  const { trail = [] } = (useLocation().state ?? {}) as Trail;
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
