import type { Goods } from '@portside/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query, queryKey } from '../../../lib/api/query.ts';
import { useSearchParams } from '../../../lib/site-location.tsx';

/** The part of a request that names a product by link only. */
export const ofLink = (linkKey?: string | null) => (linkKey ? { query: { link_key: linkKey } } : {});

/**
 * One product with its current price and stock, starting from the list's data if there is any. Loads nothing without an
 * id, and only once if `refetchInterval` (ms) is false. `linkKey` is that of the address, of a product by link only.
 */
export function useOneGoods(
  id: string | undefined,
  refetchInterval: number | false = false,
  linkKey?: string,
) {
  const client = useQueryClient();
  return useQuery({
    ...query('readGoods', { params: { id: id ?? '' }, ...ofLink(linkKey) }, { isQuiet: true }),
    enabled: id !== undefined,
    staleTime: 0,
    refetchInterval,
    // No placeholder, which would go where the network goes before the product's own answer comes.
    initialData: () =>
      client
        .getQueriesData<{ items: Goods[] }>({ queryKey: queryKey('listGoods') })
        .flatMap(([, list]) => list?.items ?? [])
        .find((goods) => goods.id === id),
    initialDataUpdatedAt: 0,
  });
}

/**
 * The product whose order dialog is open, kept in the URL: going back closes it, and links and sign-in redirects return
 * to it. Closing it also drops the choices that such a link carries.
 */
export function useChosenGoods(): [goodsId: string | null, choose: (goodsId: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const choose = (goodsId: string | null) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        for (const name of ['goods', 'quantity', 'gender']) next.delete(name);
        if (goodsId !== null) next.set('goods', goodsId);
        return next;
      },
      { replace: goodsId === null, preventScrollReset: true },
    );
  const named = search.get('goods');
  return [named !== null && /^\d{1,18}$/.test(named) ? named : null, choose];
}
