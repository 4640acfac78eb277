import { numberToHex } from 'viem';
import { callRpc, badAnswer, type Block, blockAnswer } from './rpc.ts';
import type { ChainNode } from '../types.ts';

/** Reads one block. Throws `NodeError` when the node does not have it or answers another one. */
export async function readBlock(node: ChainNode, at: number | 'latest' | 'finalized'): Promise<Block> {
  const tag = typeof at === 'number' ? numberToHex(at) : at;
  const block = await callRpc(node, blockAnswer, 'eth_getBlockByNumber', tag, false);
  if (typeof at === 'number' && block.number !== at) {
    throw badAnswer(node, 'eth_getBlockByNumber', `block ${block.number} instead of ${at}`);
  }
  return block;
}
