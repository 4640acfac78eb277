import type { Generated } from 'kysely';

/** Heads of the audit log that were mailed, so that a copy exists outside the database. */
export type MailedAuditHeadsTable = {
  id: Generated<bigint>;
  entry_id: bigint;
  hash: Buffer;
  at: Date;
  /** When it was sent to the operators' chat. */
  telegram_at: Generated<Date | null>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    mailed_audit_heads: MailedAuditHeadsTable;
  }
}
