import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/query.ts';
import { useStored } from '../../lib/stored/stored-state.ts';

/** The agent whose promotion link brought this visitor; undefined without one, and for an unknown code. */
export function useInvitingAgent() {
  const code = useStored((s) => s.promotionCode);
  const { data } = useQuery({
    ...query('readAgentByCode', { params: { code: code ?? '' } }, { isQuiet: true }),
    enabled: code !== null,
  });
  return code === null ? undefined : data;
}
