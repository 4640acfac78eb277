import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../lib/api/query.ts';

/** Makes the list of blocked wallets ask again. */
export function useWalletsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKey('listBlockedWallets') });
}
