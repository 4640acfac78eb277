import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../lib/api/query.ts';

/** Refetches the blocked wallets. */
export function useWalletsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKey('listBlockedWallets') });
}
