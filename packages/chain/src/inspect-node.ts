import { type Hex, toFunctionSelector } from 'viem';
import { NodeError } from './node-error.ts';
import { ask, dataAnswer, quantityAnswer } from './rpc-answers.ts';
import type { ChainNode } from './types.ts';

const DECIMALS = toFunctionSelector('decimals()');
const MAX_DECIMALS = 255n;

/** What a node says of itself and of the token; `decimals` is null when the token does not tell. Throws `NodeError`. */
export async function inspectNode(node: ChainNode, token: Hex) {
  const chainId = await ask(node, quantityAnswer, 'eth_chainId');
  const code = await ask(node, dataAnswer, 'eth_getCode', token, 'latest');
  const codeExists = code !== '0x';
  return { chainId, decimals: codeExists ? await readDecimals(node, token) : null, codeExists };
}

async function readDecimals(node: ChainNode, token: Hex): Promise<number | null> {
  try {
    const answer = await ask(node, dataAnswer, 'eth_call', { to: token, data: DECIMALS }, 'latest');
    const decimals = answer.length === 66 ? BigInt(answer) : MAX_DECIMALS + 1n;
    return decimals <= MAX_DECIMALS ? Number(decimals) : null;
  } catch (error) {
    if (error instanceof NodeError && error.kind === 'rpc') return null;
    throw error;
  }
}
