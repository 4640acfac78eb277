import type { Network } from '@portside/contract';
import type { ChainPort } from './chain-port.ts';
import { listBuyersAddresses } from './features/deposit-addresses/index.ts';
import { readFollowedHead } from './features/deposits/index.ts';
import type { ChainFacts } from './features/payment-methods/index.ts';
import { isTreasurySound, type LookFirst } from './features/treasury/index.ts';

/** What payment methods ask of the nodes and of higher features. */
export const createChainFacts = (
  chains: Readonly<Partial<Record<Network, ChainPort>>>,
  lookFirst: LookFirst,
): ChainFacts => ({
  isOnLoopback: (network) => chains[network]?.isOnLoopback ?? false,
  nodesOf: (network) => chains[network]?.nodes ?? [],
  quorumOf: (network) => chains[network]?.quorum ?? 1,
  listBuyersAddresses: ({ db }, addresses) => listBuyersAddresses(db, addresses),
  async isOffered(ctx, method) {
    await lookFirst(ctx, method.type);
    if (!(await isTreasurySound(ctx, method))) return false;
    return (await readFollowedHead(ctx.db, method.chain_id, ctx.clock.now())) !== null;
  },
});
