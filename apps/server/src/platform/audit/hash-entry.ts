import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AuditEntriesTable } from './audit.tables.ts';

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
