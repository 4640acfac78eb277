import type { Goods } from '@portside/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query, queryKey } from '../../lib/api/query.ts';

/**
 * One product with its current price and stock; the list's data at once where there is any. Loads nothing without an
 * id. `refetchInterval` is in milliseconds; false: loaded once.
 */
export function useOneGoods(id: string | undefined, refetchInterval: number | false = false) {
  const client = useQueryClient();
  return useQuery({
    ...query('readGoods', { params: { id: id ?? '' } }, { isQuiet: true }),
    enabled: id !== undefined,
    staleTime: 0,
    refetchInterval,
    placeholderData: () =>
      client
        .getQueriesData<{ items: Goods[] }>({ queryKey: queryKey('listGoods') })
        .flatMap(([, list]) => list?.items ?? [])
        .find((goods) => goods.id === id),
  });
}
