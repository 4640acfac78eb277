import { setTimeout as sleep } from 'node:timers/promises';
import type { Network } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { findActiveMethod } from '../payment-methods/index.ts';
import { lookAtTreasury, type LookOptions } from './look-at-treasury.ts';
import { listLooksAt } from './treasury.sql.ts';

/** An older look is renewed before a top-up is offered. */
const RECENT_MS = 60_000;
/** A buyer does not wait longer for the nodes. */
const WAIT_MS = 5_000;

type Chains = Readonly<Partial<Record<Network, Omit<LookOptions, 'network'>>>>;

/** Has the token and the active wallet of a network looked at, where that was not done within the last minute. */
export type LookFirst = (ctx: Ctx, network: Network) => Promise<void>;

/**
 * One look at a time for each network in this process. A look that finds the token paused or with a fee switches the
 * network off before a top-up is offered there. Where the nodes do not answer in time, the last look counts.
 */
export function createTreasuryGuard(chains: Chains): LookFirst {
  const looking = new Map<Network, Promise<void>>();
  return async (ctx, network) => {
    const chain = chains[network];
    if (!chain) return;
    const method = await findActiveMethod(ctx, network);
    if (!method?.enabled) return;
    const [look] = await listLooksAt(ctx.db, method.chain_id, [method.wallet_address]);
    if (look && ctx.clock.now().getTime() - look.looked_at.getTime() < RECENT_MS) return;
    const running =
      looking.get(network) ??
      lookAtTreasury(
        { ...ctx, actor: { kind: 'system', job: 'look at treasury' } },
        { network, nodes: chain.nodes, quorum: chain.quorum },
      )
        .catch((error: unknown) => ctx.log.error({ err: error, network }, 'looking at the treasury failed'))
        .finally(() => looking.delete(network));
    looking.set(network, running);
    const stop = new AbortController();
    const late = sleep(WAIT_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    await Promise.race([running, late]);
    stop.abort();
  };
}

/** Whether the last look at a method's wallet found no reason against paying to it; false before the first look. */
export async function isTreasurySound(
  { db }: Pick<Ctx, 'db'>,
  method: { readonly chain_id: bigint; readonly wallet_address: `0x${string}` },
): Promise<boolean> {
  const [look] = await listLooksAt(db, method.chain_id, [method.wallet_address]);
  return look !== undefined && look.problem === null;
}
