import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../../lib/api/query.ts';

/** Makes every list of goods and categories ask again, the shop's own among them. */
export function useGoodsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const names = ['listAllGoods', 'listAllCategories', 'listGoods', 'listCategories'] as const;
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: queryKey(name) })));
  };
}
