import { parseAddress } from '@portside/chain';
import { NETWORKS } from '@portside/contract';
import type { Hex } from 'viem';
import { refuse } from '../../../platform/refusal.ts';

/** The same key has an address on either network; the way it is written tells which. Refuses what is none (invalidFormat). */
export function parseAnyAddress(text: string): Hex[] {
  const found = NETWORKS.flatMap((network) => {
    try {
      return [parseAddress(network, text)];
    } catch {
      return [];
    }
  });
  return found.length > 0 ? found : refuse('invalidFormat', 'no address');
}
