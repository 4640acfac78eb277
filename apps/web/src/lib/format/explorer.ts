import { parseAddress } from '@portside/chain/networks/address';
import { explorerAddressUrl } from '@portside/chain/networks/explorer';
import { formatTxHash, parseTxHash } from '@portside/chain/networks/tx-hash';
import type { Network } from '@portside/contract';

/** Page of an address as its network writes it; null where the chain has no explorer, or it is no address. */
export function addressPage(network: Network, chainId: number, address: string): string | null {
  try {
    return explorerAddressUrl(network, chainId, parseAddress(network, address));
  } catch {
    return null;
  }
}

/** A hash as its network's explorers show it; what is none stays as it is. */
export function writtenHash(network: Network, text: string): string {
  try {
    return formatTxHash(network, parseTxHash(text));
  } catch {
    return text;
  }
}
