import type { RequestOf } from '../../../lib/api/call.ts';
import { dayRange } from '../../../lib/format/days.ts';
import { useSearchParams } from '../../../lib/site-location.tsx';
import { useUrlParam } from '../../../ui/layout/use-opened.ts';

/** The buyer's filter; empty strings mean no filter. Days are YYYY-MM-DD in the reader's time zone. */
export type OrderFilter = {
  /** Any part of the order number, or an account's login. */
  readonly text: string;
  readonly category: string;
  readonly from: string;
  readonly to: string;
};

export const NO_FILTER: OrderFilter = { text: '', category: '', from: '', to: '' };

/** Reads the filter from the URL; invalid values are ignored. */
export function readOrderFilter(search: URLSearchParams): OrderFilter {
  const category = search.get('category') ?? '';
  return {
    text: cleanSearch(search.get('q') ?? ''),
    category: /^\d{1,18}$/.test(category) ? category : '',
    from: day(search.get('from')),
    to: day(search.get('to')),
  };
}

/** The URL with the filter in it; other parameters stay. */
export function writeOrderFilter(search: URLSearchParams, filter: OrderFilter): URLSearchParams {
  const next = new URLSearchParams(search);
  const put = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value));
  put('q', filter.text);
  put('category', filter.category);
  put('from', filter.from);
  put('to', filter.to);
  return next;
}

type OrderQuery = NonNullable<RequestOf<'listOrders'>['query']>;

/** The list's query: whole local days, from the start of the first to the end of the last. */
export function orderQuery({ text, category, ...days }: OrderFilter): OrderQuery {
  const { from, to } = dayRange(days);
  return {
    ...(text !== '' && { q: text }),
    ...(category !== '' && { category }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

export const isFiltering = (filter: OrderFilter): boolean =>
  Object.values(filter).some((part) => part !== '');

/** The server reads it, with whatever was copied along; a link to an order, too. */
export const cleanSearch = (text: string): string => text.trim();

const day = (text: string | null): string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';

/** The URL's filter, and a setter for parts of it. */
export function useOrderFilter(): [OrderFilter, (part: Partial<OrderFilter>) => void] {
  const [search, setSearch] = useSearchParams();
  const change = (part: Partial<OrderFilter>) =>
    setSearch((now) => writeOrderFilter(now, { ...readOrderFilter(now), ...part }), {
      replace: true,
      preventScrollReset: true,
    });
  return [readOrderFilter(search), change];
}

/** The order whose details are open, kept in the URL. */
export const useOpenedOrder = () => useUrlParam('order', /^[0-9A-Z]{8,40}$/);
