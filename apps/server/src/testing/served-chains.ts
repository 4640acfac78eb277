import { recordOf, type ChainNode } from '@portside/chain';
import { NETWORKS, type Network } from '@portside/contract';
import { toFunctionSelector } from 'viem';
import type { ChainPort } from '../chain-port.ts';
import type { Ctx } from '../platform/context.ts';

/** The chain id of a fake node, and the decimals of every token on it. */
type Told = { readonly chainId: number; readonly decimals: number | null };

const DECIMALS = toFunctionSelector('decimals()');
const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`;

/** A fake node that answers the checks made before an address is set. */
export function servingNode({ chainId, decimals }: Told): ChainNode {
  const answers: Record<string, string> = {
    eth_chainId: `0x${chainId.toString(16)}`,
    eth_getCode: decimals === null ? '0x' : '0x60',
  };
  const call = ({ data }: { readonly data: string }) => word(data === DECIMALS ? (decimals ?? 0) : 0);
  return {
    name: `node of chain ${chainId}`,
    request: async (method, [first]) =>
      method === 'eth_call' ? call(first as { data: string }) : answers[method],
  };
}

/** A fake node as a network's port. */
export const portOf = (node: ChainNode): ChainPort => ({
  nodes: [node],
  quorum: 1,
  everyMs: 1,
  isOnLoopback: false,
});

/** A fake node of every network's main chain, as in production. */
export const servedChains = (): Record<Network, ChainPort> =>
  Object.fromEntries(
    NETWORKS.map((network) => {
      const { mainChainId: chainId } = recordOf(network);
      return [network, portOf(servingNode({ chainId, decimals: recordOf(network).token.decimals }))];
    }),
  ) as Record<Network, ChainPort>;

/** Saves the status of a followed main chain. */
export async function setFollowed({ db, clock }: Ctx, network: Network): Promise<void> {
  const status = {
    state: 'following',
    reasons: '[]',
    head: 106,
    final: 100,
    checked_at: clock.now(),
  } as const;
  const chain_id = BigInt(recordOf(network).mainChainId);
  await db
    .insertInto('chain_statuses')
    .values({ chain_id, network, ...status })
    .onConflict((conflict) => conflict.column('chain_id').doUpdateSet(status))
    .execute();
}
