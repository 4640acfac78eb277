import type { Hex } from 'viem';
import { familyOf, type Family, type Network } from './networks.ts';

/** Lower-case with 0x, from any way of writing 32 bytes. Throws for anything else. */
export function parseTxHash(text: string): Hex {
  const digits = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(text)?.[1];
  if (!digits) throw new Error('A transaction hash has 64 hex digits');
  return `0x${digits.toLowerCase()}`;
}

const WRITTEN: Record<Family, (hash: Hex) => string> = {
  evm: (hash) => hash,
  tron: (hash) => hash.slice(2),
};

/** As explorers show it: TRON's go without 0x. */
export const formatTxHash = (network: Network, hash: Hex): string => WRITTEN[familyOf(network)](hash);
