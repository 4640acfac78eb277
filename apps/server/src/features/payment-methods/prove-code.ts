import { readCodes, type ChainNode } from '@portside/chain';
import type { CodeState } from '@portside/contract';
import type { Hex } from 'viem';

/** Whom to ask, and how many must answer alike. */
export type NodeQuorum = { readonly nodes: readonly ChainNode[]; readonly quorum: number };

type ContractRef = { readonly chainId: number; readonly address: Hex };

/**
 * Compares what every answering node of that chain has at an address with the expected code. Nodes that differ among
 * themselves prove nothing, and neither do fewer than the quorum.
 */
export async function proveCode(
  { nodes, quorum }: NodeQuorum,
  { chainId, address }: ContractRef,
  expected: Hex,
): Promise<CodeState> {
  const codes = await readCodes(nodes, chainId, address);
  const [first] = codes;
  if (first === undefined || codes.length < quorum || codes.some((code) => code !== first)) return 'unknown';
  if (first === '0x') return 'none';
  return first === expected ? 'proven' : 'other';
}
