import type { Db } from '../db/db.ts';
import type { MailMessage } from './mail-message.ts';
import './mails.tables.ts';

type SandboxMail = MailMessage & { readonly to: string };

export async function insertSandboxMail(
  db: Db,
  { to, subject, text, html, attachments = [] }: SandboxMail,
  sentAt: Date,
): Promise<void> {
  await db
    .insertInto('sandbox_mails')
    .values({
      recipient: to,
      subject,
      text,
      html,
      attachments: JSON.stringify(attachments),
      sent_at: sentAt,
    })
    .execute();
}

export async function deleteSandboxMailsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sandbox_mails').where('sent_at', '<', before).execute();
}
