import {
  parseAddress,
  formatTxHash,
  parseTxHash,
  parseAddressOrNull,
} from '@portside/chain/networks/address';
import { explorerAddressUrl } from '@portside/chain/networks/explorer';
import type { Network } from '@portside/contract';

/** The explorer's page of an address; null if the chain has no explorer or it is not an address. */
export function addressPage(network: Network, chainId: number, address: string): string | null {
  try {
    return explorerAddressUrl(network, chainId, parseAddress(network, address));
  } catch {
    return null;
  }
}

/** A hash as its network's explorers show it; other text is returned unchanged. */
export function displayTxHash(network: Network, text: string): string {
  try {
    return formatTxHash(network, parseTxHash(text));
  } catch {
    return text;
  }
}

/** Whether a text is exactly one valid address of the network. */
export const isAddress = (network: Network, text: string): boolean =>
  parseAddressOrNull(network, text.trim()) !== null;
