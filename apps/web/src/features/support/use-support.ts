import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query, queryKey } from '../../lib/api/query.ts';
import { useStored } from '../../lib/stored/stored-state.ts';

/** Whom to write to; a user's reference and unread answers. A visitor's agent is known by the code he came with. */
export function useSupport() {
  const isSignedIn = useStored((s) => s.token !== null);
  const code = useStored((s) => s.promotionCode);
  const request = { query: isSignedIn || code === null ? {} : { promotion_code: code } };
  return useQuery(query('readSupport', request, { isQuiet: true }));
}

/** Asks anew. An answer that is on its way was given before, and must not undo what is known since. */
export function useRefetchSupport(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const support = { queryKey: queryKey('readSupport') };
    // By itself a first answer would be waited for, not asked for again.
    await client.cancelQueries(support);
    await client.invalidateQueries(support);
  };
}
