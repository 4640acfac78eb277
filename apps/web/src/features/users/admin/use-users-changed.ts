import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../../lib/api/query.ts';

/** Makes every list and sheet of users ask again. */
export function useUsersChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const names = ['listUsers', 'readUser', 'listUserSessions', 'listMovements', 'listProposals'] as const;
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: queryKey(name) })));
  };
}
