import type { Generated } from 'kysely';

export type MailsTable = {
  id: Generated<bigint>;
  kind: string;
  reference: bigint;
  recipient: string;
  state: Generated<'queued' | 'sent' | 'dead'>;
  attempts: Generated<number>;
  next_at: Date;
  created_at: Date;
  sent_at: Date | null;
};

declare module '../db/db.ts' {
  interface Database {
    mails: MailsTable;
  }
}
