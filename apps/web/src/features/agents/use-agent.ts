import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/query.ts';
import { useStored } from '../../lib/stored/stored-state.ts';

/** Whether the signed-in user is an agent. Agent data is loaded for agents only. */
export const useIsAgent = () =>
  useQuery({ ...query('readIdentity'), select: (identity) => identity.is_agent });

/** Whether they sign in for a supplier. */
export const useIsSupplier = () =>
  useQuery({ ...query('readIdentity'), select: (identity) => identity.is_supplier });

/** The signed-in agent's own figures. */
export const useOwnAgent = (isAgent: boolean) => useQuery({ ...query('readOwnAgent'), enabled: isAgent });

/**
 * The agent whose promotion link brought this visitor; null without one or for an unknown code, undefined while
 * loading.
 */
export function useInvitingAgent() {
  const code = useStored((s) => s.promotionCode);
  const { data, isError } = useQuery({
    ...query('readAgentByCode', { params: { code: code ?? '' } }, { isQuiet: true }),
    enabled: code !== null,
  });
  return code === null || isError ? null : data;
}
