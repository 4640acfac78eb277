import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/**
 * Held shared by processes that share a Valkey, exclusively by a process that has none; for as long as they run.
 */
export const MEMBERSHIP_LOCK = 'portside process';

/**
 * Keeps every process of the shop from starting until the end of the transaction; false if one runs already.
 */
export async function lockOutProcesses(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isAlone: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${MEMBERSHIP_LOCK})) as "isAlone"`.execute(db);
  return rows[0]!.isAlone;
}

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
