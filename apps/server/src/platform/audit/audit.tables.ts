import type { ColumnType } from 'kysely';

/** What stands in an entry about a thing before or after: plain values, never a secret. */
export type AuditValue =
  | string
  | number
  | boolean
  | bigint
  | null
  | undefined
  | Date
  | AuditValue[]
  | AuditFacts;
export type AuditFacts = { readonly [name: string]: AuditValue };

type Json = ColumnType<unknown, string | null, never>;

export type AuditEntriesTable = {
  id: bigint;
  at: Date;
  /** Null where a job acted. */
  user_id: bigint | null;
  job: string | null;
  /** Where the request came from; empty for jobs. */
  address: string;
  request_id: string;
  /** `noun.verb`, in words of the permissions where there are some. */
  action: string;
  /** What it was done to: `noun:id`. */
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
