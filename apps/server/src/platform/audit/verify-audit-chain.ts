import type { Db } from '../db/db.ts';
import { startBudget } from '../clock.ts';
import { findLastEntry, listEntriesAfter, hashEntry, NO_HASH, type AuditEntry } from './audit.sql.ts';

/** The last verified entry; verification continues after it. */
type VerifiedEntry = { readonly id: bigint; readonly hash: Buffer };

type AuditVerdict = {
  readonly verified: VerifiedEntry;
  /** The first entry that was changed or does not follow the one before; null for none. */
  readonly brokenAt: bigint | null;
};

export const LOG_START: VerifiedEntry = { id: 0n, hash: NO_HASH };
/**
 * Entries at a time. The first few tell how large they are (one with a legal text is near a megabyte): a page that took
 * longer than so many milliseconds, in which little else runs, is followed by a smaller one.
 */
const FIRST_PAGE = 8;
const LARGEST_PAGE = 1_000;
const PAGE_MS = 30;

/**
 * Recomputes the hash of every entry after `from`, some at a time, until the budget is spent; all without one. The last
 * hash, kept elsewhere, later proves that the log was not truncated: a `from` that is not in the log is where it is
 * broken.
 */
export async function verifyAuditChain(
  db: Db,
  from: VerifiedEntry = LOG_START,
  budget?: { isSpent(): boolean },
): Promise<AuditVerdict> {
  const lost = await findLostStart(db, from);
  if (lost !== null) return lost;
  let verified = from;
  let size = FIRST_PAGE;
  do {
    const page = startBudget(PAGE_MS);
    const entries = await listEntriesAfter(db, verified.id, size);
    for (const entry of entries) {
      if (!follows(entry, verified)) return { verified, brokenAt: verified.id + 1n };
      verified = entry;
    }
    if (entries.length < size) break;
    size = page.isSpent() ? Math.ceil(size / 2) : Math.min(size * 2, LARGEST_PAGE);
  } while (!budget?.isSpent());
  return { verified, brokenAt: null };
}

/** The log is broken if the caller's verified entry is gone, or is the last one and has another hash. */
async function findLostStart(db: Db, from: VerifiedEntry): Promise<AuditVerdict | null> {
  if (from.id === 0n) return null;
  const [entry, next] = await listEntriesAfter(db, from.id - 1n, 2);
  // The entries after it decide the rest.
  if (next || entry?.hash.equals(from.hash)) return null;
  if (entry) return { verified: LOG_START, brokenAt: from.id };
  const last = await findLastEntry(db);
  return { verified: last ?? LOG_START, brokenAt: (last?.id ?? 0n) + 1n };
}

/** Entries are numbered without gaps. */
export async function countEntries(db: Db): Promise<bigint> {
  const last = await findLastEntry(db);
  return last?.id ?? 0n;
}

const follows = (entry: AuditEntry, last: VerifiedEntry): boolean =>
  entry.id === last.id + 1n && entry.previous_hash.equals(last.hash) && hashEntry(entry).equals(entry.hash);
