import type { ColumnType } from 'kysely';

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

export type AuditEntriesTable = {
  id: bigint;
  at: Date;
  /** Null where a job acted. */
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
