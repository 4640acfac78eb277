import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import '../audit/audit.tables.ts';

/** An advisory lock that nothing else uses. */
const FIRST_SEALS_LOCK = 7_010;

/** Makes processes that start at the same time wait for each other. Held to the end of the transaction. */
export async function lockFirstSeals(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FIRST_SEALS_LOCK})`.execute(db);
}

/** Whether the audit log knows that the rows of this subject were given their first MACs. */
export async function isSealedOnce(db: Db, subject: string): Promise<boolean> {
  const found = await db
    .selectFrom('audit_entries')
    .select('id')
    .where('subject', '=', subject)
    .where('action', '=', 'records.seal')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
