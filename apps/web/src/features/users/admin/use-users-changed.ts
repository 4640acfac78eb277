import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../../lib/api/query.ts';

/** Refetches all lists and sheets of users. */
export function useUsersChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const names = ['listUsers', 'readUser', 'listUserSessions', 'listMovements', 'listProposals'] as const;
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: queryKey(name) })));
  };
}
