import { encodeFunctionData, parseAbi, type Hex } from 'viem';
import { mapLimited } from './map-limited.ts';
import { NodeError } from './node-error.ts';
import { ask, dataAnswer } from './rpc-answers.ts';
import type { ChainNode } from './types.ts';

const ABI = parseAbi(['function isBlackListed(address wallet) view returns (bool)']);

/** Public nodes count questions by the second. */
const AT_ONCE = 4;

/**
 * Which of the wallets the token itself refuses to move coins of: both Tethers tell it by the same getter.
 * The first node that answers for all of them counts; null where none does, which is no "no".
 */
export async function readBlackListed(
  nodes: readonly ChainNode[],
  token: Hex,
  wallets: readonly Hex[],
): Promise<ReadonlySet<Hex> | null> {
  for (const node of nodes) {
    try {
      const answers = await mapLimited(wallets, AT_ONCE, (wallet) => isListed(node, token, wallet));
      return new Set(wallets.filter((_, index) => answers[index]));
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
    }
  }
  return wallets.length === 0 ? new Set() : null;
}

async function isListed(node: ChainNode, token: Hex, wallet: Hex): Promise<boolean> {
  const data = encodeFunctionData({ abi: ABI, functionName: 'isBlackListed', args: [wallet] });
  const answer = await ask(node, dataAnswer, 'eth_call', { to: token, data }, 'latest');
  if (/^0x0{63}[01]$/.test(answer)) return answer.endsWith('1');
  throw new NodeError('bad-answer', { node: node.name, method: 'eth_call' }, 'isBlackListed is no boolean');
}
