import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { waitingOf, type Waiting } from '../../platform/waiting.ts';

/** Deposits in that state, from that amount on, in micro-USDT. */
export async function countWaitingDeposits(
  db: Db,
  state: 'unmatched' | 'held',
  minimumMicro: bigint,
): Promise<Waiting | null> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(recorded_at) as since from deposits
    where state = ${sql.lit(state)} and amount_micro >= ${minimumMicro}`.execute(db);
  return waitingOf(rows[0]);
}
