import type { Db } from '../db/db.ts';
import { findLastEntry, listEntriesAfter } from './audit.sql.ts';
import { hashEntry, NO_HASH, type AuditEntry } from './hash-entry.ts';

/** The last entry that was proved; verification goes on after it. */
export type Proved = { readonly id: bigint; readonly hash: Buffer };

export type AuditVerdict = {
  readonly proved: Proved;
  /** The first entry that is not what was written or does not follow the one before; null where none was found. */
  readonly brokenAt: bigint | null;
};

export const NOTHING_PROVED: Proved = { id: 0n, hash: NO_HASH };
const AT_ONCE = 1_000;

/**
 * Reads the log after what is proved, a thousand entries at a time, and computes every hash again. The last
 * hash, kept elsewhere, proves later that nothing was cut off.
 */
export async function verifyAuditChain(
  db: Db,
  from: Proved = NOTHING_PROVED,
  most = Infinity,
): Promise<AuditVerdict> {
  let proved = from;
  for (let left = most; left > 0; left -= AT_ONCE) {
    const limit = Math.min(AT_ONCE, left);
    const entries = await listEntriesAfter(db, proved.id, limit);
    for (const entry of entries) {
      if (!follows(entry, proved)) return { proved, brokenAt: proved.id + 1n };
      proved = entry;
    }
    if (entries.length < limit) break;
  }
  return { proved, brokenAt: null };
}

/** Entries are numbered without a gap. */
export async function countEntries(db: Db): Promise<bigint> {
  const last = await findLastEntry(db);
  return last?.id ?? 0n;
}

const follows = (entry: AuditEntry, last: Proved): boolean =>
  entry.id === last.id + 1n && entry.previous_hash.equals(last.hash) && hashEntry(entry).equals(entry.hash);
