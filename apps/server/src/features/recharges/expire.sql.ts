import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { RechargeState } from './recharge-states.ts';
import type { RechargeRow } from './recharges.sql.ts';

/** Expires top-ups of one chain whose quotes ended before `before`; skips rows locked by another process. */
export async function expireQuotes(
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
export async function releaseAmounts(db: Db, chainId: bigint, before: Date, limit: number): Promise<number> {
  const result = await sql`
    with due as (
      select id from recharges where is_reserved and chain_id = ${chainId} and reserved_until < ${before}
      order by reserved_until limit ${limit} for no key update skip locked)
    update recharges set is_reserved = false, reserved_address = null from due where recharges.id = due.id`.execute(
    db,
  );
  return Number(result.numAffectedRows ?? 0n);
}
