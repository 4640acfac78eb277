import { parseAddressOrNull } from '@portside/chain/networks/address';
import type { Network } from '@portside/contract';

/** Whether a text is exactly one valid address of the network. */
export const isAddress = (network: Network, text: string): boolean =>
  parseAddressOrNull(network, text.trim()) !== null;
