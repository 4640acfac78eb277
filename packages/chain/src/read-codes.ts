import type { Hex } from 'viem';
import { NodeError } from './node-error.ts';
import { ask, dataAnswer, quantityAnswer } from './rpc-answers.ts';
import type { ChainNode } from './types.ts';

/** The code at an address as each node of that chain tells it that answers; one that lags may tell none yet. */
export async function readCodes(nodes: readonly ChainNode[], chainId: number, address: Hex): Promise<Hex[]> {
  const codes = await Promise.all(nodes.map((node) => readFrom(node, chainId, address)));
  return codes.filter((code) => code !== null);
}

async function readFrom(node: ChainNode, chainId: number, address: Hex): Promise<Hex | null> {
  try {
    if ((await ask(node, quantityAnswer, 'eth_chainId')) !== chainId) return null;
    return await ask(node, dataAnswer, 'eth_getCode', address, 'latest');
  } catch (error) {
    if (error instanceof NodeError) return null;
    throw error;
  }
}
