import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../../lib/api/query.ts';

/** Makes the list of agents and their statements ask again. */
export function useAgentsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const names = ['listAgents', 'readAgent', 'listAgentStatement'] as const;
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: queryKey(name) })));
  };
}
