import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/**
 * Held shared by processes that share a Valkey, exclusively by a process that has none; for as long as they run.
 */
export const MEMBERSHIP_LOCK = 'portside process';

/**
 * Keeps every process of the shop from starting until the end of the transaction; false where one runs already.
 */
export async function lockOutProcesses(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isAlone: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${MEMBERSHIP_LOCK})) as "isAlone"`.execute(db);
  return rows[0]!.isAlone;
}
