import { sql } from 'kysely';
import { idArray, textArray } from '../db/arrays.ts';
import type { Db } from '../db/db.ts';
import { combineWrites, type Write } from '../db/pipeline.ts';
import './mails.tables.ts';

/*
 * The outbox: mail waits in the database, written in the same transaction as what it is about. A row holds a
 * reference only; the text is rendered when it is sent, so nothing in the queue outlives a purge. Delivery is at
 * least once, with one Message-ID for all tries.
 */

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

export type DueMail = {
  readonly id: bigint;
  readonly kind: string;
  readonly reference: bigint;
  readonly recipient: string;
  /** Counting the one that begins now. */
  readonly attempts: number;
};

/**
 * Takes mails that are due, for as long as the lease lasts: who crashes while sending loses nothing, and
 * no two processes send the same mail meanwhile.
 */
export async function claimDueMails(
  db: Db,
  { limit, now, leaseMs }: { limit: number; now: Date; leaseMs: number },
): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    update mails set attempts = attempts + 1, next_at = ${new Date(now.getTime() + leaseMs)}
    where id in (
      select id from mails where state = 'queued' and next_at <= ${now}
      order by next_at limit ${limit} for update skip locked)
    returning id, kind, reference, recipient, attempts`.execute(db);
  return rows;
}

export type OutboxState = {
  readonly waiting: number;
  /** Of those, how many a mail server has refused at least once. */
  readonly failing: number;
  /** Since when the first of them waits. */
  readonly waitsSince: Date | null;
  readonly lastSentAt: Date | null;
};

export async function readOutboxState(db: Db): Promise<OutboxState> {
  const { rows } = await sql<OutboxState>`
    select count(*)::int as waiting, count(*) filter (where attempts > 1)::int as failing,
      min(created_at) as "waitsSince",
      (select sent_at from mails where state = 'sent' order by id desc limit 1) as "lastSentAt"
    from mails where state = 'queued'`.execute(db);
  return rows[0]!;
}

/** False where somebody else has settled it. */
export async function markSent(db: Db, id: bigint, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('mails')
    .set({ state: 'sent', sent_at: now })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** After a failed try; `nextAt` null gives the mail up. False where a later try is under way already. */
export async function markFailed(db: Db, { id, attempts }: DueMail, nextAt: Date | null): Promise<boolean> {
  const row = await db
    .updateTable('mails')
    .set(nextAt === null ? { state: 'dead' } : { next_at: nextAt })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('attempts', '=', attempts)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes mails created before then that no longer wait, at most `limit`; how many there were. */
export async function deleteSettledMails(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from mails where id in (
      select id from mails where created_at < ${before} and state <> 'queued' order by id limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows);
}
