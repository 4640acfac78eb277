import { encodeFunctionData, parseAbi, type Hex } from 'viem';
import { agree } from '../nodes/agree.ts';
import { mapLimited } from '../nodes/map-limited.ts';
import { NodeError } from '../nodes/node-error.ts';
import { callRpc, dataAnswer } from '../nodes/rpc.ts';
import type { ChainNode } from '../types.ts';

const ABI = parseAbi(['function isBlackListed(address wallet) view returns (bool)']);

/** Public nodes limit requests per second. */
const MAX_CONCURRENT_CALLS = 4;

type Asked = { readonly token: Hex; readonly quorum: number };

/**
 * Which of the wallets are on the token contract's own blacklist (`isBlackListed` on both Tether contracts), as
 * `quorum` nodes report alike; null where too few do, which must not be read as "none".
 */
export async function readBlacklisted(
  nodes: readonly ChainNode[],
  { token, quorum }: Asked,
  wallets: readonly Hex[],
): Promise<ReadonlySet<Hex> | null> {
  if (wallets.length === 0) return new Set();
  const { agreed } = await agree(nodes, quorum, async (node) => {
    const answers = await mapLimited(wallets, MAX_CONCURRENT_CALLS, (wallet) =>
      isListed(node, token, wallet),
    );
    return wallets.filter((_, index) => answers[index]);
  });
  return agreed && new Set(agreed.value);
}

async function isListed(node: ChainNode, token: Hex, wallet: Hex): Promise<boolean> {
  const data = encodeFunctionData({ abi: ABI, functionName: 'isBlackListed', args: [wallet] });
  const answer = await callRpc(node, dataAnswer, 'eth_call', { to: token, data }, 'latest');
  if (/^0x0{63}[01]$/.test(answer)) return answer.endsWith('1');
  throw new NodeError('bad-answer', { node: node.name, method: 'eth_call' }, 'isBlackListed is no boolean');
}
