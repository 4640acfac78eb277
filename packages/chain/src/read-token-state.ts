import { decodeFunctionResult, encodeFunctionData, parseAbi, type Hex } from 'viem';
import { NodeError } from './node-error.ts';
import { ask, dataAnswer } from './rpc-answers.ts';
import type { ChainNode } from './types.ts';
import { toMicro } from './units.ts';

const ABI = parseAbi([
  'function balanceOf(address wallet) view returns (uint256)',
  'function isBlackListed(address wallet) view returns (bool)',
  'function paused() view returns (bool)',
  'function deprecated() view returns (bool)',
  'function basisPointsRate() view returns (uint256)',
  'function decimals() view returns (uint256)',
]);

/** What the token says of itself and of our wallet at the head of the chain. */
export type TokenState = {
  /** By the decimals that its network's record has. */
  readonly balanceMicro: bigint;
  readonly isWalletBlocked: boolean;
  readonly isPaused: boolean;
  readonly isDeprecated: boolean;
  readonly takesFee: boolean;
  /** As the token itself tells them. */
  readonly decimals: number;
};

type Asked = { readonly token: Hex; readonly decimals: number };

/** As the first node tells it that answers everything; null where none does. A getter that the token lacks counts as no. */
export async function readTokenState(
  nodes: readonly ChainNode[],
  asked: Asked,
  wallet: Hex,
): Promise<TokenState | null> {
  for (const node of nodes) {
    try {
      return await readFrom(node, asked, wallet);
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
    }
  }
  return null;
}

async function readFrom(node: ChainNode, { token, decimals }: Asked, wallet: Hex): Promise<TokenState> {
  const call = async (data: Hex): Promise<Hex> =>
    ask(node, dataAnswer, 'eth_call', { to: token, data }, 'latest');
  const flag = async (functionName: 'paused' | 'deprecated'): Promise<boolean> =>
    (await orNone(call(encodeFunctionData({ abi: ABI, functionName })))) === TRUE;
  const fee = await orNone(call(encodeFunctionData({ abi: ABI, functionName: 'basisPointsRate' })));
  const amount = async (data: Hex, functionName: 'balanceOf' | 'decimals'): Promise<bigint> =>
    decodeFunctionResult({ abi: ABI, functionName, data: await call(data) });
  return {
    balanceMicro: toMicro(
      await amount(encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [wallet] }), 'balanceOf'),
      decimals,
    ),
    isWalletBlocked:
      (await call(encodeFunctionData({ abi: ABI, functionName: 'isBlackListed', args: [wallet] }))) === TRUE,
    isPaused: await flag('paused'),
    isDeprecated: await flag('deprecated'),
    takesFee: fee !== null && fee !== '0x' && BigInt(fee) > 0n,
    decimals: Number(await amount(encodeFunctionData({ abi: ABI, functionName: 'decimals' }), 'decimals')),
  };
}

const TRUE: Hex = `0x${'0'.repeat(63)}1`;

/** Null where the token has no such function. */
async function orNone(answer: Promise<Hex>): Promise<Hex | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NodeError && error.kind === 'rpc') return null;
    throw error;
  }
}
