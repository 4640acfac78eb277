import { readCodes, type ChainNode } from '@portside/chain';
import type { CodeState } from '@portside/contract';
import type { Hex } from 'viem';

type ContractRef = { readonly chainId: number; readonly address: Hex };

/**
 * Compares what every answering node of that chain has at an address with the expected code. Nodes that differ among
 * themselves prove nothing.
 */
export async function proveCode(
  nodes: readonly ChainNode[],
  { chainId, address }: ContractRef,
  expected: Hex,
): Promise<CodeState> {
  const codes = await readCodes(nodes, chainId, address);
  const [first] = codes;
  if (first === undefined || codes.some((code) => code !== first)) return 'unknown';
  if (first === '0x') return 'none';
  return first === expected ? 'proven' : 'other';
}
