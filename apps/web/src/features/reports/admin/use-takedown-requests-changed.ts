import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../../lib/api/query.ts';

/** What a decision on a report changes: the list, the stock, and what waits for somebody. */
export function useTakedownRequestsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const names = ['listReports', 'listStockBatches', 'listAllGoods', 'listUnsold', 'readTasks'] as const;
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: queryKey(name) })));
  };
}
