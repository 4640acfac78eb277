import { parseAddressOrNull } from '@portside/chain';
import { NETWORKS } from '@portside/contract';
import type { Hex } from 'viem';
import { refuse } from '../../../platform/refusal.ts';

/**
 * The addresses that the text means in any network's format, each once: EVM networks write the same one alike. Refuses
 * a text that is no address (invalidFormat).
 */
export function parseAnyAddress(text: string): Hex[] {
  const found = NETWORKS.flatMap((network) => parseAddressOrNull(network, text) ?? []);
  return found.length > 0 ? [...new Set(found)] : refuse('invalidFormat', 'no address');
}
