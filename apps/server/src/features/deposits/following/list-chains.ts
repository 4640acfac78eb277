import type { Chain, Data } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { readChainHealth, type ChainHealth } from './read-chain-health.ts';

/** Every chain that the shop follows, with its state and nodes (noPermission without `deposit.read`). */
export async function listChains(ctx: Ctx): Promise<Data<'listChains'>> {
  requireAction(ctx.actor, 'deposit.read');
  const items = (await readChainHealth(ctx, ctx.clock.now())).map(presentChain);
  return { items, next_cursor: null, total: items.length };
}

/** Heights and lag are in blocks; null before the first scan. */
export const presentChain = (chain: ChainHealth): Chain => ({
  type: chain.network,
  chain_id: chain.chainId,
  state: chain.state,
  state_since: chain.stateSince?.toISOString() ?? null,
  reasons: [...chain.reasons, ...chain.addressReasons],
  nodes: chain.nodes.map(({ node, problem, since }) => ({ name: node, problem, since: since.toISOString() })),
  head: chain.head,
  final: chain.final,
  read_to: chain.readTo,
  lag_blocks: chain.lagBlocks,
  lost_deposits: chain.lostDeposits,
});
