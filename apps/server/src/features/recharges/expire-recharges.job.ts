import { inTransaction, type Ctx } from '../../platform/context.ts';
import { listReadUntil } from '../deposits/index.ts';
import { expireQuotes, releaseAmounts } from './expire.sql.ts';
import { publishRecharges } from './publish-recharges.ts';
import { statesBefore } from './recharge-states.ts';

/** For a payment that was sent in time and found its block a little later. */
const GRACE_MS = 2 * 60_000;
const BATCH = 200;

/**
 * Ends unpaid quotes and gives their amounts free after the late window. Time is the chain's, as far as it
 * has been read: while the follower lags or a node is silent, nothing expires and no amount changes hands.
 */
export async function expireRecharges(ctx: Ctx): Promise<{ more: boolean }> {
  let more = false;
  for (const { chainId, readUntil } of await listReadUntil(ctx.db)) {
    const inTime = new Date(readUntil.getTime() - GRACE_MS);
    const expired = await inTransaction(ctx, async (step) => {
      const from = statesBefore('expired', 'scheduler');
      const rows = await expireQuotes(step.db, chainId, from, inTime, BATCH);
      await publishRecharges(step, rows);
      return rows.length;
    });
    const released = await releaseAmounts(ctx.db, chainId, readUntil, BATCH);
    more ||= expired === BATCH || released === BATCH;
  }
  return { more };
}
