import type { Hex } from 'viem';
import { familyOf, type Family, type Network } from './registry.ts';

/** Normalizes a hash to lower case with 0x. Accepts 64 hex digits with or without 0x, throws otherwise. */
export function parseTxHash(text: string): Hex {
  const digits = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(text)?.[1];
  if (!digits) throw new Error('A transaction hash has 64 hex digits');
  return `0x${digits.toLowerCase()}`;
}

const FORMATS: Record<Family, (hash: Hex) => string> = {
  evm: (hash) => hash,
  tron: (hash) => hash.slice(2),
};

/** A hash as explorers show it: without 0x on TRON. */
export const formatTxHash = (network: Network, hash: Hex): string => FORMATS[familyOf(network)](hash);
