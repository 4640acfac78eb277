import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/query.ts';

/** Whether the caller is an agent at all: nobody else is asked for an agent's figures. */
export const useIsAgent = () =>
  useQuery({ ...query('readIdentity'), select: (identity) => identity.is_agent });

/** The caller's own figures as an agent. */
export const useOwnAgent = (isAgent: boolean) => useQuery({ ...query('readOwnAgent'), enabled: isAgent });
