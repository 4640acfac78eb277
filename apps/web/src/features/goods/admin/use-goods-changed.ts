import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../../lib/api/query.ts';

/** Refetches all lists of products and categories, the shop's included. */
export function useGoodsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const names = ['listAllGoods', 'listAllCategories', 'listGoods', 'listCategories'] as const;
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: queryKey(name) })));
  };
}
