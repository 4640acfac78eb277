import type { RequestOf } from '../../lib/api/call.ts';

/** The buyer's filter; empty strings and false mean no filter. */
export type GoodsFilter = { readonly category: string; readonly q: string; readonly isInStock: boolean };

const LONGEST_SEARCH = 100;

/** Reads the filter from the URL; invalid values are ignored. */
export function readGoodsFilter(search: URLSearchParams): GoodsFilter {
  const category = search.get('category') ?? '';
  return {
    category: /^\d{1,18}$/.test(category) ? category : '',
    q: (search.get('q') ?? '').trim().slice(0, LONGEST_SEARCH),
    isInStock: search.get('in_stock') === 'true',
  };
}

/** The URL with the filter in it; other parameters stay. */
export function writeGoodsFilter(search: URLSearchParams, filter: GoodsFilter): URLSearchParams {
  const next = new URLSearchParams(search);
  const put = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value));
  put('category', filter.category);
  put('q', filter.q.trim());
  put('in_stock', filter.isInStock ? 'true' : '');
  return next;
}

/** The list's request; without a filter undefined, so that all pages share one cache entry. */
export function goodsRequest({ category, q, isInStock }: GoodsFilter): RequestOf<'listGoods'> | undefined {
  if (category === '' && q === '' && !isInStock) return undefined;
  return {
    query: {
      ...(category !== '' && { category }),
      ...(q !== '' && { q }),
      ...(isInStock && { in_stock: 'true' as const }),
    },
  };
}
