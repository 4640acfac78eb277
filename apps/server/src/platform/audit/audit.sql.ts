import { sql, type ColumnType, type Selectable } from 'kysely';
import type { Db } from '../db/db.ts';
import { createHash } from 'node:crypto';

/** An advisory lock that nothing else uses. */
const AUDIT_LOCK = 7_310_904_112n;

/** Serialises writers of the log until the transaction ends, so that entries are numbered without gaps. */
export async function lockAuditLog(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${AUDIT_LOCK})`.execute(db);
}

export const findLastEntry = (db: Db): Promise<{ readonly id: bigint; readonly hash: Buffer } | undefined> =>
  db.selectFrom('audit_entries').select(['id', 'hash']).orderBy('id', 'desc').limit(1).executeTakeFirst();

/** The hash of an entry, hexadecimal; null if the log has no such entry. */
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

const MOST_AT_ONCE = 1_000;

export async function insertEntries(db: Db, entries: readonly AuditEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({
    ...entry,
    before: entry.before === null ? null : canonicalText(entry.before),
    after: entry.after === null ? null : canonicalText(entry.after),
  }));
  // A statement holds no more than 65,535 values.
  for (let at = 0; at < rows.length; at += MOST_AT_ONCE)
    await db
      .insertInto('audit_entries')
      .values(rows.slice(at, at + MOST_AT_ONCE))
      .execute();
}

/** The next entries after that number, in order. */
export const listEntriesAfter = (db: Db, id: bigint, limit: number): Promise<AuditEntry[]> =>
  db.selectFrom('audit_entries').selectAll().where('id', '>', id).orderBy('id').limit(limit).execute();

/** Facts of an entry about its subject before or after the change: plain values, never a secret. */
type AuditValue =
  | string
  | number
  | boolean
  | bigint
  | null
  | undefined
  | Date
  | readonly AuditValue[]
  | AuditFacts;

export type AuditFacts = { readonly [name: string]: AuditValue };

type Json = ColumnType<unknown, string | null, never>;

type AuditEntriesTable = {
  id: bigint;
  at: Date;
  /** Null if a job acted. */
  user_id: bigint | null;
  job: string | null;
  /** The request's IP address; empty for jobs. */
  address: string;
  request_id: string;
  /** `noun.verb`, the permission's name where there is one. */
  action: string;
  /** What was changed: `noun:id`. */
  subject: string;
  before: Json;
  after: Json;
  previous_hash: Buffer;
  hash: Buffer;
};

declare module '../db/db.ts' {
  interface Database {
    audit_entries: AuditEntriesTable;
  }
}

export type AuditEntry = Selectable<AuditEntriesTable>;

/** The hash that the first entry follows. */
export const NO_HASH = Buffer.alloc(32);

/** SHA-256 over the previous hash and all fields of the entry. */
export function hashEntry(entry: Omit<AuditEntry, 'hash'>): Buffer {
  const { id, at, user_id, job, address, request_id, action, subject, before, after } = entry;
  const fields = [id, at, user_id, job, address, request_id, action, subject, before, after];
  return createHash('sha256').update(entry.previous_hash).update(canonicalText(fields)).digest();
}

/**
 * Canonical JSON: names sorted, no white space, bigints and times as strings. The database does not keep the order
 * of names.
 */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (typeof value === 'bigint') return `"${value}"`;
  if (value instanceof Date) return `"${value.toISOString()}"`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  const sorted = entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${sorted.map(([name, one]) => `${JSON.stringify(name)}:${canonicalText(one)}`).join(',')}}`;
}
