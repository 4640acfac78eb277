import { encodeFunctionData, parseAbi, type Hex } from 'viem';
import type { BlacklistGetter } from '../networks/network-record.ts';
import { agree } from '../nodes/agree.ts';
import { mapLimited } from '../nodes/map-limited.ts';
import { badAnswer, callRpc, dataAnswer } from '../nodes/rpc.ts';
import type { ChainNode } from '../types.ts';

const ABI = parseAbi([
  'function isBlackListed(address wallet) view returns (bool)',
  'function isBlocked(address wallet) view returns (bool)',
]);

/** Public nodes limit requests per second. */
const MAX_CONCURRENT_CALLS = 4;

type Asked = {
  readonly token: Hex;
  /** Of the network's record. */
  readonly blacklist: BlacklistGetter | null;
  readonly quorum: number;
};

/**
 * Which of the wallets are on the token contract's own blacklist, as `quorum` nodes report alike; null where too few do,
 * which must not be read as "none". None, without a question, where the token has no such list.
 */
export async function readBlacklisted(
  nodes: readonly ChainNode[],
  { token, blacklist, quorum }: Asked,
  wallets: readonly Hex[],
): Promise<ReadonlySet<Hex> | null> {
  if (wallets.length === 0 || blacklist === null) return new Set();
  const { agreed } = await agree(nodes, quorum, async (node) => {
    const answers = await mapLimited(wallets, MAX_CONCURRENT_CALLS, (wallet) =>
      isListed(node, { token, blacklist, wallet }),
    );
    return wallets.filter((_, index) => answers[index]);
  });
  return agreed && new Set(agreed.value);
}

type Question = { readonly token: Hex; readonly blacklist: BlacklistGetter; readonly wallet: Hex };

async function isListed(node: ChainNode, { token, blacklist, wallet }: Question): Promise<boolean> {
  const data = encodeFunctionData({ abi: ABI, functionName: blacklist, args: [wallet] });
  const answer = await callRpc(node, dataAnswer, 'eth_call', { to: token, data }, 'latest');
  if (/^0x0{63}[01]$/.test(answer)) return answer.endsWith('1');
  throw badAnswer(node, 'eth_call', `${blacklist} is no boolean`);
}
