import { parseAddress } from '@portside/chain/networks/address';
import type { Network } from '@portside/contract';

/** Whether a text is exactly one valid address of the network. */
export function isAddress(network: Network, text: string): boolean {
  try {
    parseAddress(network, text.trim());
    return true;
  } catch {
    return false;
  }
}
