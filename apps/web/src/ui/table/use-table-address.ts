import { useLocation, useSearchParams } from 'react-router';
import { readTableAddress, writeTableAddress, type TableAddress } from './table-address.ts';

/** Cursors of the pages before this one: a keyset list cannot be counted back. */
type Trail = { readonly trail?: readonly (string | null)[] };

/**
 * A table's filters, order and page, kept in the address: they survive a reload, the back button and a
 * link to a colleague. Changing a filter or the order goes to the first page.
 */
export function useTableAddress<F extends string, C extends string = never>(
  names: readonly F[],
  columns: readonly C[] = [],
) {
  const [search, setSearch] = useSearchParams();
  const { trail = [] } = (useLocation().state ?? {}) as Trail;
  const address = readTableAddress(search, names, columns);

  const go = (part: Partial<TableAddress<F, string>>, state: Trail = {}, replace = false) =>
    setSearch((now) => writeTableAddress(now, { ...readTableAddress(now, names, columns), ...part }), {
      state,
      replace,
      preventScrollReset: true,
    });

  return {
    address,
    /** By which the server can sort. */
    sortable: columns as readonly string[],
    /** How many rows come before this page; unknown when its address was typed. */
    before: address.cursor === null ? 0 : trail.length > 0 ? trail.length * address.limit : undefined,
    isFiltered: Object.values(address.filters).some((value) => value !== ''),
    filter: (part: Partial<Record<F, string>>) =>
      go({ filters: { ...address.filters, ...part }, cursor: null }, {}, true),
    reset: () => go({ filters: readTableAddress(new URLSearchParams(), names).filters, cursor: null }),
    sortBy: (sort: string) => go({ sort, cursor: null }, {}, true),
    showRows: (limit: number) => go({ limit, cursor: null }, {}, true),
    next: (cursor: string) => go({ cursor }, { trail: [...trail, address.cursor] }),
    previous:
      trail.length === 0 ? undefined : () => go({ cursor: trail.at(-1)! }, { trail: trail.slice(0, -1) }),
    first: address.cursor === null ? undefined : () => go({ cursor: null }),
  };
}

export type TableControls<F extends string = string> = ReturnType<typeof useTableAddress<F, string>>;
