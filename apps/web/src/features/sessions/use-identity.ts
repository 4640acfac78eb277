import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { query, queryKey } from '../../lib/api/query.ts';
import { useLiveEvent } from '../../lib/live/use-live-event.ts';
import { storedState, updateStored, useStored } from '../../lib/stored/stored-state.ts';

/**
 * Loads the signed-in user at the start and whenever the stream says that it changed; follows the balance. Mount
 * once.
 */
export function useIdentity(): void {
  const client = useQueryClient();
  const token = useStored((s) => s.token);
  const { data } = useQuery({ ...query('readIdentity'), enabled: token !== null });

  // Before pages that were waiting for it ask for anything: what they may ask is in it.
  useLayoutEffect(() => {
    if (data && storedState().token !== null)
      updateStored({ user: data.user, permissions: data.permissions });
  }, [data]);

  useLiveEvent('session', () => void client.invalidateQueries({ queryKey: queryKey('readIdentity') }));
  useLiveEvent('balance', ({ balance }) => {
    const { user } = storedState();
    if (user) updateStored({ user: { ...user, balance } });
  });
}
