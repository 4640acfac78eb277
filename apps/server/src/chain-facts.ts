import type { ChainNode } from '@portside/chain';
import type { TronHttp } from '@portside/chain/tron/http';
import type { Network } from '@portside/contract';
import { readFollowedHead } from './features/deposits/index.ts';
import type { ChainFacts } from './features/payment-methods/index.ts';
import { isTreasurySound, type LookFirst } from './features/treasury/index.ts';

/** A network's nodes, as this process uses them. */
export type ChainPort = {
  readonly nodes: readonly ChainNode[];
  /** How many nodes must agree. */
  readonly quorum: number;
  /** TRON's HTTP API, for wallets of browsers; absent where it is not configured. */
  readonly tronHttp?: TronHttp;
  readonly everyMs: number;
  /** Whether all nodes are on this machine. */
  readonly isOnLoopback: boolean;
};

/** What payment methods ask of the nodes and of higher features. */
export const createChainFacts = (
  chains: Readonly<Partial<Record<Network, ChainPort>>>,
  lookFirst: LookFirst,
): ChainFacts => ({
  isOnLoopback: (network) => chains[network]?.isOnLoopback ?? false,
  nodesOf: (network) => chains[network]?.nodes ?? [],
  async isOffered(ctx, method) {
    await lookFirst(ctx, method.type);
    if (!(await isTreasurySound(ctx, method))) return false;
    return (await readFollowedHead(ctx.db, method.chain_id, ctx.clock.now())) !== null;
  },
});
