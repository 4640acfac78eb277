import { type Hex, toFunctionSelector } from 'viem';
import { NodeError } from './node-error.ts';
import { callRpc, dataAnswer, quantityAnswer } from './rpc.ts';
import type { ChainNode } from '../types.ts';

const DECIMALS = toFunctionSelector('decimals()');
const MAX_DECIMALS = 255n;

/**
 * The node's chain id, and whether the token contract exists there; `decimals` is null when it has none. Throws
 * `NodeError`.
 */
export async function inspectNode(node: ChainNode, token: Hex) {
  const chainId = await callRpc(node, quantityAnswer, 'eth_chainId');
  const code = await callRpc(node, dataAnswer, 'eth_getCode', token, 'latest');
  const codeExists = code !== '0x';
  return { chainId, decimals: codeExists ? await readDecimals(node, token) : null, codeExists };
}

async function readDecimals(node: ChainNode, token: Hex): Promise<number | null> {
  try {
    const answer = await callRpc(node, dataAnswer, 'eth_call', { to: token, data: DECIMALS }, 'latest');
    const decimals = answer.length === 66 ? BigInt(answer) : MAX_DECIMALS + 1n;
    return decimals <= MAX_DECIMALS ? Number(decimals) : null;
  } catch (error) {
    if (error instanceof NodeError && error.kind === 'rpc') return null;
    throw error;
  }
}

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
