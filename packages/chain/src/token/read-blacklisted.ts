import { encodeFunctionData, parseAbi, type Hex } from 'viem';
import { mapLimited } from '../nodes/map-limited.ts';
import { NodeError } from '../nodes/node-error.ts';
import { callRpc, dataAnswer } from '../nodes/rpc.ts';
import type { ChainNode } from '../types.ts';

const ABI = parseAbi(['function isBlackListed(address wallet) view returns (bool)']);

/** Public nodes limit requests per second. */
const MAX_CONCURRENT_CALLS = 4;

/**
 * Which of the wallets are on the token contract's own blacklist (`isBlackListed` on both Tether contracts).
 * Uses the first node that answers for all of them; null where none does, which must not be read as "none".
 */
export async function readBlacklisted(
  nodes: readonly ChainNode[],
  token: Hex,
  wallets: readonly Hex[],
): Promise<ReadonlySet<Hex> | null> {
  for (const node of nodes) {
    try {
      const answers = await mapLimited(wallets, MAX_CONCURRENT_CALLS, (wallet) =>
        isListed(node, token, wallet),
      );
      return new Set(wallets.filter((_, index) => answers[index]));
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
    }
  }
  return wallets.length === 0 ? new Set() : null;
}

async function isListed(node: ChainNode, token: Hex, wallet: Hex): Promise<boolean> {
  const data = encodeFunctionData({ abi: ABI, functionName: 'isBlackListed', args: [wallet] });
  const answer = await callRpc(node, dataAnswer, 'eth_call', { to: token, data }, 'latest');
  if (/^0x0{63}[01]$/.test(answer)) return answer.endsWith('1');
  throw new NodeError('bad-answer', { node: node.name, method: 'eth_call' }, 'isBlackListed is no boolean');
}
