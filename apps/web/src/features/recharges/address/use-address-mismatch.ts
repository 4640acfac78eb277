import type { DepositAddress } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';

/**
 * Whether the address is another one than the published code makes. Computed in the browser after the first paint: the
 * code for it is loaded then. False until that is known.
 */
export function useAddressMismatch(own: DepositAddress): boolean {
  const { data } = useQuery({
    queryKey: ['does the address follow', own],
    queryFn: async () => {
      const { checkAddress } = await import('../../../lib/wallet/check-address.ts');
      return checkAddress(own).factory !== null;
    },
    staleTime: Infinity,
  });
  return data === false;
}
