import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/query.ts';

/** Whether the signed-in user is an agent. Agent data is loaded for agents only. */
export const useIsAgent = () =>
  useQuery({ ...query('readIdentity'), select: (identity) => identity.is_agent });

/** The signed-in agent's own figures. */
export const useOwnAgent = (isAgent: boolean) => useQuery({ ...query('readOwnAgent'), enabled: isAgent });
