import { useQuery } from '@tanstack/react-query';
import { isRefusal } from '../../lib/api/api-error.ts';
import { query, shouldRetry } from '../../lib/api/query.ts';

/** The caller's own figures as an agent. Whoever is none is refused (agentDoesNotExist): asked once, and quietly. */
export const useOwnAgent = () =>
  useQuery({
    ...query('readOwnAgent', {}, { isQuiet: true }),
    retry: (failures, error) => !isNoAgent(error) && shouldRetry(failures, error),
    retryOnMount: false,
  });

export const isNoAgent = (error: Error | null): boolean => isRefusal(error, 'agentDoesNotExist');
