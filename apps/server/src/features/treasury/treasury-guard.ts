import { setTimeout as sleep } from 'node:timers/promises';
import type { Network } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { findActiveMethod } from '../payment-methods/index.ts';
import { lookAtTreasury, type LookOptions } from './look-at-treasury.ts';
import { listLooksAt } from './treasury.sql.ts';

/** An older look is renewed before a top-up is offered. */
const RECENT_MS = 60_000;
/** How long callers wait for one look at the nodes, all of them together. */
const WAIT_MS = 5_000;
/** How soon nodes that did not answer are asked again. */
const RETRY_MS = 30_000;

type Chains = Readonly<Partial<Record<Network, Omit<LookOptions, 'network'>>>>;

/** Has the token and the active wallet of a network looked at, where that was not done within the last minute. */
export type LookFirst = (ctx: Ctx, network: Network) => Promise<void>;

/** A look that this process has begun. */
type Look = {
  /** The chain and wallet that it is about. */
  readonly about: string;
  readonly begunAt: number;
  /** Resolves once it is over, or took too long to wait for. */
  readonly waited: Promise<void>;
  isRunning: boolean;
};

/**
 * One look at a time for each network in this process, and one wait for all who come meanwhile. A look that finds the
 * token paused or with a fee switches the network off before a top-up is offered there. Where the nodes do not answer
 * in time, the last look counts, and nobody waits for them again within `RETRY_MS`.
 */
export function createTreasuryGuard(chains: Chains, waitMs = WAIT_MS): LookFirst {
  const looks = new Map<Network, Look>();
  return async (ctx, network) => {
    const chain = chains[network];
    if (!chain) return;
    const method = await findActiveMethod(ctx, network);
    if (!method?.enabled) return;
    const now = ctx.clock.now().getTime();
    const [known] = await listLooksAt(ctx.db, method.chain_id, [method.wallet_address]);
    if (known && now - known.looked_at.getTime() < RECENT_MS) return;
    const about = `${method.chain_id} ${method.wallet_address}`;
    const last = looks.get(network);
    const isLatest = last?.about === about && (last.isRunning || now - last.begunAt < RETRY_MS);
    const look = isLatest ? last : beginLook(ctx, { ...chain, network }, { about, begunAt: now, waitMs });
    looks.set(network, look);
    await look.waited;
  };
}

function beginLook(
  ctx: Ctx,
  options: LookOptions,
  { waitMs, ...begun }: Pick<Look, 'about' | 'begunAt'> & { readonly waitMs: number },
): Look {
  const stop = new AbortController();
  const late = sleep(waitMs, undefined, { signal: stop.signal }).catch(() => undefined);
  const { network } = options;
  const running = lookAtTreasury({ ...ctx, actor: { kind: 'system', job: 'look at treasury' } }, options)
    .catch((error: unknown) => ctx.log.error({ err: error, network }, 'looking at the treasury failed'))
    .finally(() => {
      look.isRunning = false;
      stop.abort();
    });
  const look: Look = { ...begun, waited: Promise.race([running, late]), isRunning: true };
  return look;
}

/** Whether the last look at a method's wallet found no reason against paying to it; false before the first look. */
export async function isTreasurySound(
  { db }: Pick<Ctx, 'db'>,
  method: { readonly chain_id: bigint; readonly wallet_address: `0x${string}` },
): Promise<boolean> {
  const [look] = await listLooksAt(db, method.chain_id, [method.wallet_address]);
  return look !== undefined && look.problem === null;
}
