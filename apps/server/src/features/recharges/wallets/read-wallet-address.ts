import { parseWallet } from '@portside/chain';
import type { Network } from '@portside/contract';
import type { Hex } from 'viem';
import { refuse } from '../../../platform/refusal.ts';

/** The 20 bytes of an address in the network's format. Refuses anything else (invalidFormat). */
export function readWalletAddress(network: Network, text: string): Hex {
  try {
    return parseWallet(network, text);
  } catch (error) {
    return refuse('invalidFormat', (error as Error).message);
  }
}
