import { inTransaction, type Ctx } from '../../platform/context.ts';
import { listReadUntil } from '../deposits/index.ts';
import { publishRecharges } from './recharges.present.ts';
import { statesBefore, type RechargeState } from './recharge-states.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { RechargeRow } from './recharges.sql.ts';

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

/** Expires top-ups of one chain whose quotes ended before `before`; skips rows locked by another process. */
async function expireQuotes(
  db: Db,
  chainId: bigint,
  from: readonly RechargeState[],
  before: Date,
  limit: number,
): Promise<RechargeRow[]> {
  const { rows } = await sql<RechargeRow>`
    with due as (
      select id from recharges
      where chain_id = ${chainId} and state in ('waiting', 'seen') and state = any(${from}::text[])
        and expires_at < ${before}
      order by expires_at limit ${limit} for no key update skip locked)
    update recharges set state = 'expired' from due where recharges.id = due.id
    returning recharges.*`.execute(db);
  return rows;
}

/** Releases amounts of one chain whose reservation ended before `before`; answers how many. */
async function releaseAmounts(db: Db, chainId: bigint, before: Date, limit: number): Promise<number> {
  const result = await sql`
    with due as (
      select id from recharges where is_reserved and chain_id = ${chainId} and reserved_until < ${before}
      order by reserved_until limit ${limit} for no key update skip locked)
    update recharges set is_reserved = false, reserved_address = null from due where recharges.id = due.id`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0n);
}
