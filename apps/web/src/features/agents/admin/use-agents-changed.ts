import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../../lib/api/query.ts';

/** Refetches agents and their statements. */
export function useAgentsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const names = ['listAgents', 'readAgent', 'listAgentStatement'] as const;
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: queryKey(name) })));
  };
}
