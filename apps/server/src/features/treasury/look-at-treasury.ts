import { chainsOf, readTokenState, recordOf, type ChainNode } from '@portside/chain';
import type { Finding, Network } from '@portside/contract';
import type { Hex } from 'viem';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { describeFindings } from '../../platform/describe-findings.ts';
import {
  checkToken,
  findActiveMethod,
  listWatchedTreasuries,
  switchMethod,
} from '../payment-methods/index.ts';
import { deleteOtherLooks, saveFailedLook, saveLook } from './treasury.sql.ts';

export type LookOptions = {
  readonly network: Network;
  readonly nodes: readonly ChainNode[];
  /** How many nodes must report the same. */
  readonly quorum: number;
};

/**
 * Reads the balance and token state of each of our wallets; switches top-ups off where the token refuses the active
 * one.
 */
export async function lookAtTreasury(ctx: Ctx, { network, nodes, quorum }: LookOptions): Promise<void> {
  const watched = await listWatchedTreasuries(ctx, network, ctx.clock.now());
  if (!watched) return;
  const chainId = BigInt(watched.chainId);
  const { decimals } = recordOf(network).token;
  const { blacklist } = chainsOf(network);
  for (const wallet of watched.treasuries) {
    // What is recorded from here on may be missing from the balance.
    const askedAt = ctx.clock.now();
    const state = await readTokenState(nodes, { token: watched.token, decimals, blacklist, quorum }, wallet);
    const place = { chain_id: chainId, wallet_address: wallet, network };
    if (!state) {
      // Nodes that do not answer, or differ, switch nothing off: nothing is lost by waiting.
      await saveFailedLook(ctx.db, { ...place, problem: UNKNOWN, looked_at: askedAt });
      continue;
    }
    const problem = checkToken(state, decimals);
    await inTransaction(ctx, async (step) => {
      await saveLook(step.db, { ...place, problem, looked_at: askedAt }, state.balanceMicro);
      if (problem !== null) await switchOff(step, network, wallet, problem);
    });
  }
  await deleteOtherLooks(ctx.db, network, { chainId, wallets: watched.treasuries });
}

const UNKNOWN: Finding = { code: 'walletUnknown', facts: {} };

async function switchOff(step: Ctx, network: Network, wallet: Hex, problem: Finding): Promise<void> {
  const active = await findActiveMethod(step, network);
  if (active?.wallet_address !== wallet || !active.enabled) return;
  step.log.error({ network, problem: describeFindings('en', [problem]) }, 'top-ups switched off');
  await switchMethod(step, active.id, false);
}
