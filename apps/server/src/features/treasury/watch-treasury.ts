import type { Network, Finding } from '@portside/contract';
import { type Ctx, inTransaction } from '../../platform/context.ts';
import type { Job } from '../../platform/jobs.ts';
import {
  listWatchedTreasuries,
  checkToken,
  findActiveMethod,
  switchMethod,
} from '../payment-methods/index.ts';
import { listLooksAt, deleteOtherLooks, saveFailedLook, saveLook } from './treasury.sql.ts';
import { chainsOf, readTokenState, recordOf, type ChainNode } from '@portside/chain';
import type { Hex } from 'viem';
import { describeFindings } from '../../platform/describe-findings.ts';
import { setTimeout as sleep } from 'node:timers/promises';

export type WatchOptions = LookOptions & {
  /** How often the nodes are asked. */
  readonly everyMs: number;
};

/** How soon a new wallet is looked at. A top-up that is opened before makes a look of its own. */
const NOTICE_MS = 10_000;
/** How soon nodes that did not answer are asked again. */
const RETRY_MS = 30_000;

/** The name by which the job is found in the log and in metrics. */
export const watchTreasuryJobName = (network: Network): string => `watch treasury ${network}`;

/** Looks at our wallets at intervals, and soon at a new one: before it was looked at, it takes no top-ups. */
export function createWatchTreasuryJob(ctx: Ctx, { everyMs, ...options }: WatchOptions): Job {
  const { network } = options;
  let triedAt = -Infinity;
  return {
    name: watchTreasuryJobName(network),
    everyMs: Math.min(everyMs, NOTICE_MS),
    async run() {
      const now = ctx.clock.now();
      const watched = await listWatchedTreasuries(ctx, network, now);
      if (!watched) return { more: false };
      const looks = await listLooksAt(ctx.db, BigInt(watched.chainId), watched.treasuries);
      const isNew = looks.length < watched.treasuries.length;
      const waitMs = looks.some(({ on_chain_micro }) => on_chain_micro === null) ? RETRY_MS : everyMs;
      const passed = Math.abs(now.getTime() - triedAt);
      if (passed < (isNew ? NOTICE_MS : Math.min(waitMs, everyMs))) return { more: false };
      triedAt = now.getTime();
      await lookAtTreasury(ctx, options);
      return { more: false };
    },
  };
}

type LookOptions = {
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
    // Deposits recorded from here on may be missing from the balance.
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

/** An older look is renewed before a top-up is offered. */
const RECENT_MS = 60_000;

/** How long callers wait for one look at the nodes, all of them together. */
const WAIT_MS = 5_000;

type Chains = Readonly<Partial<Record<Network, Omit<LookOptions, 'network'>>>>;

/** Looks at the token and the active wallet of a network, unless that was done within the last minute. */
export type LookFirst = (ctx: Ctx, network: Network) => Promise<void>;

/** A look that this process has begun. */
type Look = {
  /** The chain and wallet that it is about. */
  readonly about: string;
  readonly begunAt: number;
  /** Resolves once it is over, or after too long a wait. */
  readonly waited: Promise<void>;
  isRunning: boolean;
};

/**
 * Runs one look per network at a time in this process; all callers wait for the same one. A look that finds the token
 * paused or with a fee switches the network off before a top-up is offered. If the nodes do not answer in time, the
 * last look counts, and nobody waits for them again within `RETRY_MS`.
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
