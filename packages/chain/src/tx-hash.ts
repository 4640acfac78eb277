import type { Hex } from 'viem';
import type { Network } from './types.ts';

/** Lower-case with 0x, from any way of writing 32 bytes. Throws for anything else. */
export function parseTxHash(text: string): Hex {
  const digits = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(text)?.[1];
  if (!digits) throw new Error('A transaction hash has 64 hex digits');
  return `0x${digits.toLowerCase()}`;
}

/** As explorers show it: TRON's go without 0x. */
export function formatTxHash(network: Network, hash: Hex): string {
  return network === 'TRON' ? hash.slice(2) : hash;
}
