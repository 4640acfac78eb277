import type { Hex } from 'viem';
import { NodeError } from './node-error.ts';
import { callRpc, dataAnswer, quantityAnswer } from './rpc.ts';
import type { ChainNode } from '../types.ts';

/**
 * The contract code at an address, one entry for each node of that chain that answers. A lagging node may
 * still answer `0x`. Nodes that fail or follow another chain are left out.
 */
export async function readCodes(nodes: readonly ChainNode[], chainId: number, address: Hex): Promise<Hex[]> {
  const codes = await Promise.all(nodes.map((node) => readFrom(node, chainId, address)));
  return codes.filter((code) => code !== null);
}

async function readFrom(node: ChainNode, chainId: number, address: Hex): Promise<Hex | null> {
  try {
    if ((await callRpc(node, quantityAnswer, 'eth_chainId')) !== chainId) return null;
    return await callRpc(node, dataAnswer, 'eth_getCode', address, 'latest');
  } catch (error) {
    if (error instanceof NodeError) return null;
    throw error;
  }
}
