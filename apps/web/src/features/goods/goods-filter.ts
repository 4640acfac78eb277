import type { RequestOf } from '../../lib/api/call.ts';

/** What the buyer looks for; empty texts and false mean everything. */
export type GoodsFilter = { readonly category: string; readonly q: string; readonly isInStock: boolean };

const LONGEST_SEARCH = 100;

/** Reads the filter from an address; what makes no sense there counts as absent. */
export function readGoodsFilter(search: URLSearchParams): GoodsFilter {
  const category = search.get('category') ?? '';
  return {
    category: /^\d{1,18}$/.test(category) ? category : '',
    q: (search.get('q') ?? '').trim().slice(0, LONGEST_SEARCH),
    isInStock: search.get('in_stock') === 'true',
  };
}

/** The address with the filter in it; everything else in the address stays. */
export function writeGoodsFilter(search: URLSearchParams, filter: GoodsFilter): URLSearchParams {
  const next = new URLSearchParams(search);
  const put = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value));
  put('category', filter.category);
  put('q', filter.q.trim());
  put('in_stock', filter.isInStock ? 'true' : '');
  return next;
}

/** The request of the list; without a filter the very one that other pages share in the cache. */
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
