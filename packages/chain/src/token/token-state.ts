import { decodeFunctionResult, encodeFunctionData, parseAbi, size, type Hex } from 'viem';
import type { BlacklistGetter } from '../networks/network-record.ts';
import { agree } from '../nodes/agree.ts';
import { NodeError } from '../nodes/node-error.ts';
import { badAnswer, callRpc, dataAnswer, mapLimited } from '../nodes/rpc.ts';
import type { ChainNode } from '../types.ts';
import { toMicro } from './units.ts';

const ABI = parseAbi([
  'function balanceOf(address wallet) view returns (uint256)',
  'function isBlackListed(address wallet) view returns (bool)',
  'function isBlocked(address wallet) view returns (bool)',
  'function paused() view returns (bool)',
  'function deprecated() view returns (bool)',
  'function basisPointsRate() view returns (uint256)',
  'function decimals() view returns (uint256)',
]);

/** Of one value of the ABI. */
const WORD_BYTES = 32;

/** State of the token contract and of our wallet at the head of the chain. */
export type TokenState = {
  /** Converted with the decimals of the network's record; null if the nodes do not report the same one. */
  readonly balanceMicro: bigint | null;
  readonly isWalletBlocked: boolean;
  readonly isPaused: boolean;
  readonly isDeprecated: boolean;
  readonly takesFee: boolean;
  /** As the contract reports them. */
  readonly decimals: number;
};

type Asked = {
  readonly token: Hex;
  readonly decimals: number;
  /** Of the network's record. */
  readonly blacklist: BlacklistGetter | null;
  readonly quorum: number;
};
type Told = TokenState & { readonly balanceMicro: bigint };

/**
 * The state that `quorum` nodes agree on; null if too few do. The balance is compared separately, since it changes
 * within a block. A missing getter counts as false.
 */
export async function readTokenState(
  nodes: readonly ChainNode[],
  asked: Asked,
  wallet: Hex,
): Promise<TokenState | null> {
  const told = await agree(nodes, asked.quorum, (node) => readFrom(node, asked, wallet));
  if (told.agreed) return told.agreed.value;
  const groups = Map.groupBy(told.answers, ({ value }) => flagsOf(value));
  const alike = [...groups.values()].find(({ length }) => length >= asked.quorum);
  return alike ? { ...alike[0]!.value, balanceMicro: null } : null;
}

const flagsOf = (told: Told): string => JSON.stringify({ ...told, balanceMicro: null });

async function readFrom(node: ChainNode, { token, decimals, blacklist }: Asked, wallet: Hex): Promise<Told> {
  const call = async (data: Hex): Promise<Hex> =>
    callRpc(node, dataAnswer, 'eth_call', { to: token, data }, 'latest');
  const flag = async (functionName: 'paused' | 'deprecated'): Promise<boolean> =>
    (await nullIfMissing(call(encodeFunctionData({ abi: ABI, functionName })))) === TRUE;
  const fee = await nullIfMissing(call(encodeFunctionData({ abi: ABI, functionName: 'basisPointsRate' })));
  const amount = async (data: Hex, functionName: 'balanceOf' | 'decimals'): Promise<bigint> => {
    const answer = await call(data);
    if (size(answer) < WORD_BYTES) throw badAnswer(node, 'eth_call', `${functionName} is no number`);
    return decodeFunctionResult({ abi: ABI, functionName, data: answer });
  };
  return {
    balanceMicro: toMicro(
      await amount(encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [wallet] }), 'balanceOf'),
      decimals,
    ),
    isWalletBlocked:
      blacklist !== null &&
      (await call(encodeFunctionData({ abi: ABI, functionName: blacklist, args: [wallet] }))) === TRUE,
    isPaused: await flag('paused'),
    isDeprecated: await flag('deprecated'),
    takesFee: fee !== null && fee !== '0x' && BigInt(fee) > 0n,
    decimals: Number(await amount(encodeFunctionData({ abi: ABI, functionName: 'decimals' }), 'decimals')),
  };
}

const TRUE: Hex = `0x${'0'.repeat(63)}1`;

/** Null if the contract has no such function. */
async function nullIfMissing(answer: Promise<Hex>): Promise<Hex | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NodeError && error.kind === 'rpc') return null;
    throw error;
  }
}

const READ_BLACKLISTED_ABI = parseAbi([
  'function isBlackListed(address wallet) view returns (bool)',
  'function isBlocked(address wallet) view returns (bool)',
]);

/** Public nodes limit requests per second. */
const MAX_CONCURRENT_CALLS = 4;

type AskedReadBlacklisted = {
  readonly token: Hex;
  /** Of the network's record. */
  readonly blacklist: BlacklistGetter | null;
  readonly quorum: number;
};

/**
 * Which of the wallets the token contract has blacklisted, as `quorum` nodes agree; null if too few do, which must not
 * be read as "none". None, without a request, if the token has no blacklist.
 */
export async function readBlacklisted(
  nodes: readonly ChainNode[],
  { token, blacklist, quorum }: AskedReadBlacklisted,
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
  const data = encodeFunctionData({ abi: READ_BLACKLISTED_ABI, functionName: blacklist, args: [wallet] });
  const answer = await callRpc(node, dataAnswer, 'eth_call', { to: token, data }, 'latest');
  if (/^0x0{63}[01]$/.test(answer)) return answer.endsWith('1');
  throw badAnswer(node, 'eth_call', `${blacklist} is no boolean`);
}
