import { timingSafeEqual } from 'node:crypto';
import '../audit/audit.sql.ts';
import { canonicalText } from '../audit/audit.sql.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { inTransaction, type Ctx } from '../context.ts';
import type { Keyring } from './keyring.ts';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/** Columns that a row's MAC covers: enough of them that no other row has the same. */
export type MacFacts = Readonly<Record<string, unknown>>;

/**
 * The MAC of a row: 32 bytes that only a holder of the fingerprint key can make, for this table and these values. That
 * key does not rotate, so neither do MACs. Names and values are part of it: a migration that changes them has to keep the
 * old ones readable here.
 */
export const macOf = (keyring: Keyring, table: string, facts: MacFacts): Buffer =>
  keyring.derive(`row of ${table}`, canonicalText(facts));

/**
 * Whether the shop itself has written these values in this table. A row that was put back as it once was passes, too.
 */
export function isMacRight(keyring: Keyring, table: string, facts: MacFacts, mac: Buffer | null): boolean {
  if (mac === null) return false;
  const right = macOf(keyring, table, facts);
  return mac.length === right.length && timingSafeEqual(mac, right);
}

/**
 * Gives MACs to the rows from before there were any, at the first start that knows of them, and never again: `sealRows`
 * returns how many it gave. The audit log records that it was done, even without any row, because nobody can remove its
 * entries unseen.
 */
export async function sealRowsOnce(
  ctx: Ctx,
  table: string,
  sealRows: (step: Ctx) => Promise<number>,
): Promise<void> {
  await inTransaction(ctx, async (step) => {
    await lockFirstSeals(step.db);
    const subject = `records:${table}`;
    if (await isSealedOnce(step.db, subject)) return;
    const rows = await sealRows(step);
    await recordAudit(step, { action: 'records.seal', subject, after: { rows } });
  });
}

/** An advisory lock that nothing else uses. */
const FIRST_SEALS_LOCK = 7_010;

/** Makes processes that start at the same time wait for each other. Held to the end of the transaction. */
async function lockFirstSeals(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FIRST_SEALS_LOCK})`.execute(db);
}

/** Whether the audit log knows that the rows of this subject were given their first MACs. */
async function isSealedOnce(db: Db, subject: string): Promise<boolean> {
  const found = await db
    .selectFrom('audit_entries')
    .select('id')
    .where('subject', '=', subject)
    .where('action', '=', 'records.seal')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
