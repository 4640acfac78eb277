import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import './audit.tables.ts';
import { canonicalText, type AuditEntry } from './hash-entry.ts';

/** An advisory lock that nothing else uses. */
const AUDIT_LOCK = 7_310_904_112n;

/** Serialises writers of the log until the transaction ends, so that entries are numbered without gaps. */
export async function lockAuditLog(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${AUDIT_LOCK})`.execute(db);
}

export const findLastEntry = (db: Db): Promise<{ readonly id: bigint; readonly hash: Buffer } | undefined> =>
  db.selectFrom('audit_entries').select(['id', 'hash']).orderBy('id', 'desc').limit(1).executeTakeFirst();

/** The hash of an entry, hexadecimal; null where the log has no such entry. */
export async function findEntryHash(db: Db, id: bigint): Promise<string | null> {
  const entry = await db.selectFrom('audit_entries').select('hash').where('id', '=', id).executeTakeFirst();
  return entry?.hash.toString('hex') ?? null;
}

/** The newest entry of an action since then. */
export const findLastOf = (
  db: Db,
  action: string,
  since: Date,
): Promise<Pick<AuditEntry, 'id' | 'at' | 'subject'> | undefined> =>
  db
    .selectFrom('audit_entries')
    .select(['id', 'at', 'subject'])
    .where('action', '=', action)
    .where('at', '>', since)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** What an approved proposal has changed, as its entry in the log tells it. */
export type AppliedChange = Pick<AuditEntry, 'id' | 'at' | 'subject' | 'before' | 'after'>;

/** Changes of that action that proposals have made since then, oldest first. */
export const listAppliedSince = (db: Db, action: string, since: Date): Promise<AppliedChange[]> =>
  db
    .selectFrom('audit_entries')
    .select(['id', 'at', 'subject', 'before', 'after'])
    .where('action', '=', action)
    .where('at', '>', since)
    .where('job', 'like', 'proposal %')
    .orderBy('id')
    .execute();

/** The subjects of the entries of an action since then, each once, oldest first. */
export async function listSubjectsOf(db: Db, action: string, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .select('subject')
    .where('action', '=', action)
    .where('at', '>', since)
    .groupBy('subject')
    .orderBy((of) => of.fn.min('id'))
    .execute();
  return rows.map(({ subject }) => subject);
}

export async function insertEntry(db: Db, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values({
      ...entry,
      before: entry.before === null ? null : canonicalText(entry.before),
      after: entry.after === null ? null : canonicalText(entry.after),
    })
    .execute();
}

/** The next entries after that number, in order. */
export const listEntriesAfter = (db: Db, id: bigint, limit: number): Promise<AuditEntry[]> =>
  db.selectFrom('audit_entries').selectAll().where('id', '>', id).orderBy('id').limit(limit).execute();
