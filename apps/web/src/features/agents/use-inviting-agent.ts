import { useQuery } from '@tanstack/react-query';
import { useIsContentShown } from '../../lib/api/content-shown.ts';
import { query } from '../../lib/api/query.ts';
import { useStored } from '../../lib/stored/stored-state.ts';

/**
 * The agent whose promotion link brought this visitor; null without one, and for an unknown code; undefined until it is
 * known.
 */
export function useInvitingAgent() {
  const code = useStored((s) => s.promotionCode);
  const isContentShown = useIsContentShown();
  const { data, isError } = useQuery({
    ...query('readAgentByCode', { params: { code: code ?? '' } }, { isQuiet: true }),
    enabled: code !== null && isContentShown,
  });
  return code === null || isError ? null : data;
}
