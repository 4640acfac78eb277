import type { Network } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import type { Job } from '../../platform/jobs.ts';
import { listWatchedTreasuries } from '../payment-methods/index.ts';
import { lookAtTreasury, type LookOptions } from './look-at-treasury.ts';
import { listLooksAt } from './treasury.sql.ts';

export type WatchOptions = LookOptions & {
  /** How often the nodes are asked. */
  readonly everyMs: number;
};

/** How soon a new wallet is looked at. */
const NOTICE_MS = 2_000;
/** How often nodes that do not answer are asked for a wallet that was never looked at. */
const RETRY_MS = 30_000;

/** The name by which the job is found in the log and in metrics. */
export const watchTreasuryJobName = (network: Network): string => `watch treasury ${network}`;

/** Looks at our wallets at intervals, and at a new one at once: before, it takes no top-ups. */
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
