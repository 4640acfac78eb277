import type { Db } from '../db/db.ts';
import { hashEntry, NO_HASH, type AuditEntry } from './hash-entry.ts';

export type AuditVerdict = {
  readonly entries: number;
  /** Of the last good entry, hexadecimal: kept elsewhere, it proves later that nothing was cut off. */
  readonly headHash: string;
  /** The first entry that is not what was written or does not follow the one before; null where all do. */
  readonly brokenAt: bigint | null;
};

type Link = { readonly id: bigint; readonly hash: Buffer };

const AT_ONCE = 1_000;

/** Reads the whole log, a thousand entries at a time, and computes every hash again. */
export async function verifyAudit(db: Db): Promise<AuditVerdict> {
  let last: Link = { id: 0n, hash: NO_HASH };
  for (;;) {
    const entries = await readAfter(db, last.id);
    for (const entry of entries) {
      if (!follows(entry, last)) return verdict(last, last.id + 1n);
      last = entry;
    }
    if (entries.length < AT_ONCE) return verdict(last, null);
  }
}

const follows = (entry: AuditEntry, last: Link): boolean =>
  entry.id === last.id + 1n && entry.previous_hash.equals(last.hash) && hashEntry(entry).equals(entry.hash);

const verdict = (last: Link, brokenAt: bigint | null): AuditVerdict => ({
  entries: Number(last.id),
  headHash: last.hash.toString('hex'),
  brokenAt,
});

const readAfter = (db: Db, id: bigint): Promise<AuditEntry[]> =>
  db.selectFrom('audit_entries').selectAll().where('id', '>', id).orderBy('id').limit(AT_ONCE).execute();
