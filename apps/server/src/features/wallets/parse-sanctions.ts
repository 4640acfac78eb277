import type { Network } from '@portside/contract';
import type { Hex } from 'viem';
import { refuseField } from '../../platform/refusal.ts';
import { parseAddressField } from './block-wallet.ts';

/**
 * The addresses of a sanctions list, each once. One address per line; anything after white space, a comma or a
 * semicolon is ignored, and so are empty lines and lines that begin with #. Refuses the whole text for one invalid
 * address or without any (invalidFormat).
 */
export function parseSanctions(network: Network, text: string): Hex[] {
  const words = text.split(/\r?\n/).map((line) => line.trim().split(/[\s,;]/)[0]!);
  const listed = words.filter((word) => word !== '' && !word.startsWith('#'));
  const addresses = [...new Set(listed.map((word) => parseAddressField(network, word, 'text')))];
  if (addresses.length === 0) refuseField('invalidFormat', 'text', 'missing');
  return addresses;
}
