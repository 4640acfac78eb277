import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../../lib/api/query.ts';

/** Refetches what a decision on a takedown request changes. */
export function useTakedownRequestsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const names = ['listReports', 'listStockBatches', 'listAllGoods', 'listUnsold', 'readTasks'] as const;
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: queryKey(name) })));
  };
}
