import { numberToHex } from 'viem';
import { ask, badAnswer, type Block, blockAnswer } from './rpc-answers.ts';
import type { ChainNode } from './types.ts';

/** Throws `NodeError` when the node does not have it. */
export async function readBlock(node: ChainNode, at: number | 'latest' | 'finalized'): Promise<Block> {
  const tag = typeof at === 'number' ? numberToHex(at) : at;
  const block = await ask(node, blockAnswer, 'eth_getBlockByNumber', tag, false);
  if (typeof at === 'number' && block.number !== at) {
    throw badAnswer(node, 'eth_getBlockByNumber', `block ${block.number} instead of ${at}`);
  }
  return block;
}
