import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useIsContentShown } from '../../lib/api/content-shown.ts';
import { query, queryKey } from '../../lib/api/query.ts';
import { useStored } from '../../lib/stored/stored-state.ts';

/**
 * The support contact and, for users, the support ID and unread replies. A visitor's agent is known by the promotion
 * code.
 */
export function useSupport() {
  const isSignedIn = useStored((s) => s.token !== null);
  const code = useStored((s) => s.promotionCode);
  const request = { query: isSignedIn || code === null ? {} : { promotion_code: code } };
  const enabled = useIsContentShown();
  return useQuery({ ...query('readSupport', request, { isQuiet: true }), enabled });
}

/** Refetches. A running request started before the change, so its answer is dropped. */
export function useRefetchSupport(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const support = { queryKey: queryKey('readSupport') };
    // invalidateQueries alone would wait for a first request that is still running.
    await client.cancelQueries(support);
    await client.invalidateQueries(support);
  };
}
