import { parseAddress } from '@portside/chain/networks/address';
import { explorerAddressUrl } from '@portside/chain/networks/explorer';
import type { Network } from '@portside/contract';

/** Page of an address as its network writes it; null where the chain has no explorer, or it is no address. */
export function addressPage(network: Network, chainId: number, address: string): string | null {
  try {
    return explorerAddressUrl(network, chainId, parseAddress(network, address));
  } catch {
    return null;
  }
}
