import type { DepositAddress } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useIsContentShown } from '../../../lib/api/content-shown.ts';

/**
 * Whether the address is another one than the published code makes. Computed in the browser after the first paint: the
 * code for it is loaded then. False until that is known.
 */
export function useAddressMismatch(own: DepositAddress): boolean {
  const enabled = useIsContentShown();
  const { data } = useQuery({
    enabled,
    queryKey: ['does the address follow', own],
    queryFn: async () => {
      const { checkAddress } = await import('../../../lib/wallet/check-address.ts');
      return checkAddress(own).factory !== null;
    },
    staleTime: Infinity,
  });
  return data === false;
}
