import { readTokenState, recordOf, type ChainNode } from '@portside/chain';
import type { Network } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Job } from '../../platform/jobs.ts';
import { findActiveMethod, listWatchedTreasuries, switchMethod } from '../payment-methods/index.ts';
import { checkToken } from './check-token.ts';
import { deleteOtherLooks, saveLook, saveFailedLook } from './treasury.sql.ts';

export type WatchOptions = {
  readonly network: Network;
  readonly nodes: readonly ChainNode[];
  readonly everyMs: number;
};

export const watchTreasuryJobName = (network: Network): string => `watch treasury ${network}`;

/** Reads the balance and token state of each of our wallets; switches top-ups off where the token refuses the active one. */
export const createWatchTreasuryJob = (ctx: Ctx, { network, nodes, everyMs }: WatchOptions): Job => ({
  name: watchTreasuryJobName(network),
  everyMs,
  async run() {
    const watched = await listWatchedTreasuries(ctx.db, network, ctx.clock.now());
    if (!watched) return { more: false };
    const active = await findActiveMethod(ctx.db, network);
    const chainId = BigInt(watched.chainId);
    const { decimals } = recordOf(network).token;
    for (const wallet of watched.treasuries) {
      const state = await readTokenState(nodes, { token: watched.token, decimals }, wallet);
      const problem = state ? checkToken(state, decimals) : 'No node reports the wallet’s balance';
      const place = { chain_id: chainId, wallet_address: wallet, network };
      await inTransaction(ctx, async (step) => {
        const look = { ...place, problem, looked_at: step.clock.now() };
        // A node that does not answer switches nothing off: quotes wait and nothing is lost.
        if (!state) return saveFailedLook(step.db, { ...look, on_chain_micro: null });
        await saveLook(step.db, { ...look, on_chain_micro: state.balanceMicro });
        const isInUse = active?.wallet_address === wallet && active.enabled;
        if (problem === null || !isInUse) return;
        step.log.error({ network, problem }, 'top-ups switched off');
        await switchMethod(step, active.id, false);
      });
    }
    await deleteOtherLooks(ctx.db, network, { chainId, wallets: watched.treasuries });
    return { more: false };
  },
});
