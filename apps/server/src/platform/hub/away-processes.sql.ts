import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/**
 * Held, shared, by every process that cannot use Valkey, for as long as it cannot: the database then knows of all of
 * them, and forgets those that have ended.
 */
export const AWAY_LOCK = 'portside valkey away';

/** Whether any process of the shop cannot use Valkey. */
export async function isAnyProcessAway(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${AWAY_LOCK})) as "isFree"`.execute(db);
  return !rows[0]!.isFree;
}
