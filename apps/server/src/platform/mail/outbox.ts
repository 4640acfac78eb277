import { sql } from 'kysely';
import type { Ctx } from '../context.ts';
import { idArray, textArray } from '../db/arrays.ts';
import type { Db } from '../db/db.ts';
import { combineWrites, type Write } from '../db/pipeline.ts';
import './mails.tables.ts';

/**
 * Mail waits in the database, written in the same transaction as what it tells about. A row holds a
 * reference only; the text is rendered when it is sent, so that no queue outlives a purge.
 * Delivery is at least once, with one Message-ID for all tries.
 */
export type MailMessage = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly { readonly filename: string; readonly content: string }[];
};

/** Makes the message of one kind; null when there is nothing to say any more. */
export type MailRenderer = (ctx: Ctx, reference: bigint, recipient: string) => Promise<MailMessage | null>;

/** By kind. */
export type MailRenderers = ReadonlyMap<string, MailRenderer>;

export type QueuedMail = { readonly kind: string; readonly reference: bigint; readonly recipient: string };

/** Puts mails into the outbox, due at once. */
export async function queueMails(db: Db, mails: readonly QueuedMail[], now: Date): Promise<void> {
  await combineWrites(db, [mailsToQueue(mails, now)]);
}

/** The same, for who has more to write. */
export function mailsToQueue(mails: readonly QueuedMail[], now: Date): Write {
  const statement = sql`
    insert into mails (kind, reference, recipient, next_at, created_at)
    select unnest(${textArray(mails.map((mail) => mail.kind))}::text[]),
      unnest(${idArray(mails.map((mail) => mail.reference))}::bigint[]),
      unnest(${textArray(mails.map((mail) => mail.recipient))}::text[]),
      ${now}::timestamptz, ${now}::timestamptz`;
  return { statement };
}

/** Takes back what waits under that kind and reference; one that is just being sent may still arrive. */
export async function dropQueuedMails(
  db: Db,
  { kind, reference }: Omit<QueuedMail, 'recipient'>,
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state: 'dead' })
    .where('state', '=', 'queued')
    .where('kind', '=', kind)
    .where('reference', '=', reference)
    .execute();
}
