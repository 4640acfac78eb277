import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/query.ts';
import { useStored } from '../../lib/stored/stored-state.ts';

/** Whom to write to; a user's reference and unread answers. A visitor's agent is known by the code he came with. */
export function useSupport() {
  const isSignedIn = useStored((s) => s.token !== null);
  const code = useStored((s) => s.promotionCode);
  const request = { query: isSignedIn || code === null ? {} : { promotion_code: code } };
  return useQuery(query('readSupport', request, { isQuiet: true }));
}
