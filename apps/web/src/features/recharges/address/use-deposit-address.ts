import type { DepositAddress, Network } from '@portside/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { query } from '../../../lib/api/query.ts';

/** Within the half hour for which payments to an address are looked for closely. */
const OPEN_AGAIN_MS = 10 * 60_000;

/** The buyer's own address on a network, opened again while it is shown; nothing for null. */
export const useDepositAddress = (network: Network | null): UseQueryResult<DepositAddress> =>
  useQuery({
    ...query('openDepositAddress', { body: { type: network! } }, { isQuiet: true }),
    enabled: network !== null,
    staleTime: OPEN_AGAIN_MS,
    refetchInterval: OPEN_AGAIN_MS,
  });
