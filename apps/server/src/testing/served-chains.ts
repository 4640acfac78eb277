import { mainChainOf, recordOf, type ChainNode } from '@portside/chain';
import { NETWORKS, type Network } from '@portside/contract';
import type { ChainPort } from '../app.ts';
import type { Ctx } from '../platform/context.ts';

/** What a node tells of its chain, and of every token on it. */
type Told = { readonly chainId: number; readonly decimals: number | null };

const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`;

/** A node of a chain that nobody runs, for what is asked before an address is set. */
export function tellingNode({ chainId, decimals }: Told): ChainNode {
  const answers: Record<string, string> = {
    eth_chainId: `0x${chainId.toString(16)}`,
    eth_getCode: decimals === null ? '0x' : '0x60',
    eth_call: word(decimals ?? 0),
  };
  return { name: `node of chain ${chainId}`, request: async (method) => answers[method] };
}

/** As an operator's nodes of one network. */
export const portOf = (node: ChainNode): ChainPort => ({
  nodes: [node],
  quorum: 1,
  everyMs: 1,
  isOnLoopback: false,
  acquireLead: () => Promise.resolve(true),
});

/** Nodes of every network's main chain, as an operator of a real shop has set them. */
export const servedChains = (): Record<Network, ChainPort> =>
  Object.fromEntries(
    NETWORKS.map((network) => {
      const { chainId } = mainChainOf(network);
      return [network, portOf(tellingNode({ chainId, decimals: recordOf(network).token.decimals }))];
    }),
  ) as Record<Network, ChainPort>;

/** As if the network's main chain had just been read. */
export async function setFollowed({ db, clock }: Ctx, network: Network): Promise<void> {
  const status = { state: 'following', detail: '', head: 106, final: 100, checked_at: clock.now() } as const;
  const chain_id = BigInt(mainChainOf(network).chainId);
  await db
    .insertInto('chain_statuses')
    .values({ chain_id, network, ...status })
    .onConflict((conflict) => conflict.column('chain_id').doUpdateSet(status))
    .execute();
}
