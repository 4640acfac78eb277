import type { Generated, JSONColumnType } from 'kysely';

type MailsTable = {
  id: Generated<bigint>;
  kind: string;
  reference: bigint;
  recipient: string;
  state: Generated<'queued' | 'sent' | 'dead'>;
  attempts: Generated<number>;
  next_at: Date;
  created_at: Date;
  sent_at: Date | null;
  /** One of very many; see `QueueOptions`. */
  bulk: Generated<boolean>;
};

type SandboxMailsTable = {
  id: Generated<bigint>;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  attachments: JSONColumnType<{ filename: string; content: string }[]>;
  sent_at: Date;
};

declare module '../db/db.ts' {
  interface Database {
    mails: MailsTable;
    sandbox_mails: SandboxMailsTable;
  }
}
