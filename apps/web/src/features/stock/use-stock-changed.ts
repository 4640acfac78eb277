import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../lib/api/query.ts';

/** Refetches everything that shows stock. */
export function useStockChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const names = ['listStockBatches', 'listAllGoods', 'countUnsold', 'listUnsold', 'listGoods'] as const;
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: queryKey(name) })));
  };
}
