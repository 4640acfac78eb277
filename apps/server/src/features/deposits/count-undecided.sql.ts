import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { toBacklog, type Backlog } from '../../platform/backlog.ts';

/** Counts deposits in a state of at least `minimumMicro`, with the oldest one's time; null where there are none. */
export async function countUndecidedDeposits(
  db: Db,
  state: 'unmatched' | 'held',
  minimumMicro: bigint,
): Promise<Backlog | null> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(recorded_at) as since from deposits
    where state = ${sql.lit(state)} and amount_micro >= ${minimumMicro}`.execute(db);
  return toBacklog(rows[0]);
}
