import { inTransaction, type Ctx } from '../../platform/context.ts';
import { listReadUntil } from '../deposits/index.ts';
import { expireQuotes, releaseAmounts } from './expire.sql.ts';
import { publishRecharges } from './publish-recharges.ts';
import { statesBefore } from './recharge-states.ts';

/** For payments sent in time whose block comes a little later. */
const GRACE_MS = 2 * 60_000;
const BATCH = 200;

/**
 * Expires unpaid quotes, and releases their amounts after the late window. Uses the block time up to which the
 * chain has been read: while the follower lags or nodes do not answer, nothing expires or is released.
 */
export async function expireRecharges(ctx: Ctx): Promise<{ more: boolean }> {
  let more = false;
  for (const { chainId, readUntil } of await listReadUntil(ctx.db)) {
    const inTime = new Date(readUntil.getTime() - GRACE_MS);
    const expired = await inTransaction(ctx, async (step) => {
      const from = statesBefore('expired', 'scheduler');
      const rows = await expireQuotes(step.db, chainId, from, inTime, BATCH);
      publishRecharges(step, rows);
      return rows.length;
    });
    const released = await releaseAmounts(ctx.db, chainId, readUntil, BATCH);
    more ||= expired === BATCH || released === BATCH;
  }
  return { more };
}
