import { sql, type Generated, type JSONColumnType } from 'kysely';
import { idArray, textArray } from '../db/arrays.ts';
import type { Db } from '../db/db.ts';
import { combineWrites, type Write } from '../db/pipeline.ts';

/*
 * The outbox: mails are queued in the database, in the transaction of what they are about. A row holds a reference
 * only; the text is rendered when it is sent, so the queue holds no account texts that a purge would miss. Delivery
 * is at least once, with the same Message-ID for all attempts.
 */

type QueuedMail = { readonly kind: string; readonly reference: bigint; readonly recipient: string };

export type QueueOptions = {
  /** Of very many at once: sent by a job of their own, so that other mails never wait behind them. */
  readonly bulk?: boolean;
  /** Not before then; at once by default. */
  readonly dueAt?: Date;
};

/** Queues mails. */
export async function queueMails(
  db: Db,
  mails: readonly QueuedMail[],
  now: Date,
  options?: QueueOptions,
): Promise<void> {
  await combineWrites(db, [mailsToQueue(mails, now, options)]);
}

/** The same as one write of a pipeline. */
export function mailsToQueue(
  mails: readonly QueuedMail[],
  now: Date,
  { bulk = false, dueAt = now }: QueueOptions = {},
): Write {
  const statement = sql`
    insert into mails (kind, reference, recipient, next_at, created_at, bulk)
    select unnest(${textArray(mails.map((mail) => mail.kind))}::text[]),
      unnest(${idArray(mails.map((mail) => mail.reference))}::bigint[]),
      unnest(${textArray(mails.map((mail) => mail.recipient))}::text[]),
      ${dueAt}::timestamptz, ${now}::timestamptz, ${bulk}::boolean`;
  return { statement };
}

/** How many bulk mails of that kind wait for their first attempt. */
export async function countUntriedBulk(db: Db, kind: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mails
    where state = 'queued' and bulk and attempts = 0 and kind = ${kind}`.execute(db);
  return rows[0]!.count;
}

/** Cancels queued mails of that kind and reference; one that is being sent may still arrive. */
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
  /** Including the one that starts now. */
  readonly attempts: number;
  /** The random part of the Message-ID; null for one that an earlier version queued. */
  readonly messageKey: string | null;
  /** Since when the mail server has taken no mail of the shop, as far as this one was tried; null if it did. */
  readonly heldAt: Date | null;
};

/**
 * Claims due mails, either bulk ones or the others, for the time of the lease: no other process sends them meanwhile, and
 * a crash while sending loses nothing.
 */
export async function claimDueMails(
  db: Db,
  { limit, now, leaseMs, bulk }: { limit: number; now: Date; leaseMs: number; bulk: boolean },
): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    update mails set attempts = attempts + 1, next_at = ${new Date(now.getTime() + leaseMs)}
    where id in (
      select id from mails where state = 'queued' and next_at <= ${now} and bulk = ${bulk}
      order by next_at limit ${limit} for update skip locked)
    returning id, kind, reference, recipient, attempts, message_key as "messageKey", held_at as "heldAt"`.execute(
    db,
  );
  return rows;
}

type OutboxState = {
  readonly waiting: number;
  /** Of those, how many have failed at least once. */
  readonly failing: number;
  /** When the oldest of them was queued. */
  readonly waitsSince: Date | null;
  readonly lastSentAt: Date | null;
};

/** Without mails whose time has not come. */
export async function readOutboxState(db: Db, now: Date): Promise<OutboxState> {
  const { rows } = await sql<OutboxState>`
    select count(*)::int as waiting,
      count(*) filter (where attempts > 1 or held_at is not null)::int as failing,
      min(created_at) as "waitsSince",
      (select sent_at from mails where state = 'sent' and sent_at is not null order by id desc limit 1) as "lastSentAt"
    from mails where state = 'queued' and (attempts > 0 or held_at is not null or next_at <= ${now})`.execute(
    db,
  );
  return rows[0]!;
}

/** Those of the mails that were not settled already. `at`: when the mail server took them; null if it was not asked. */
export async function markSent(db: Db, ids: readonly bigint[], at: Date | null): Promise<Set<bigint>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: bigint }>`
    update mails set state = 'sent', sent_at = ${at}
    where id = any(${idArray(ids)}::bigint[]) and state = 'queued' returning id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Ends the claim of mails that were not tried: they are due at once, and this attempt is none. */
export async function giveBackMails(db: Db, mails: readonly DueMail[], now: Date): Promise<void> {
  await sql`
    update mails set attempts = mails.attempts - 1, next_at = ${now}
    from unnest(
      ${idArray(mails.map(({ id }) => id))}::bigint[], ${idArray(mails.map(({ attempts }) => attempts))}::int[])
      as claimed (id, attempts)
    where mails.id = claimed.id and mails.attempts = claimed.attempts and state = 'queued'`.execute(db);
}

/** What becomes of a mail that was not sent. */
export type Failed = {
  readonly failure: string;
  /** Another try; without it the mail is given up. */
  readonly nextAt?: Date;
  /** Since when the server takes none of the shop's mails: this try does not count. */
  readonly heldAt?: Date;
  /** When the server refused this mail for good. */
  readonly refusedAt?: Date;
};

/** False if a later attempt has started already. */
export async function markFailed(
  db: Db,
  { id, attempts }: DueMail,
  { failure, nextAt, heldAt, refusedAt }: Failed,
): Promise<boolean> {
  const row = await db
    .updateTable('mails')
    .set({
      failure: failure.slice(0, LONGEST_FAILURE).toWellFormed(),
      held_at: heldAt ?? null,
      refused_at: refusedAt ?? null,
      ...(nextAt ? { next_at: nextAt } : { state: 'dead' as const }),
      ...(heldAt && { attempts: attempts - 1 }),
    })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('attempts', '=', attempts)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const LONGEST_FAILURE = 500;

const lastSentAt = sql`coalesce((select max(sent_at) from mails where state = 'sent'), '-infinity')`;

/** Whether the mail server has taken any mail of the shop since then. */
export async function isAnySentSince(db: Db, since: Date): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select ${lastSentAt} > ${since}::timestamptz as is`.execute(db);
  return rows[0]!.is;
}

/** How many recipients were refused for good since then, while nobody was taken. */
export async function countRefusedInRow(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct recipient)::int as count from mails
    where refused_at > ${since}::timestamptz and refused_at > ${lastSentAt}`.execute(db);
  return rows[0]!.count;
}

/** Mails that the server took none of, since the last one that it took: since when, and its answer. */
export async function readHeldMails(
  db: Db,
): Promise<{ readonly count: number; readonly since: Date | null; readonly answer: string | null }> {
  const { rows } = await sql<{ count: number; since: Date | null; answer: string | null }>`
    select count(*)::int as count, min(held_at) as since, (array_agg(failure order by held_at))[1] as answer
    from mails where state = 'queued' and held_at is not null and held_at > ${lastSentAt}`.execute(db);
  return rows[0]!;
}

/** Deletes up to `limit` settled mails created before that time; returns how many. */
export async function deleteSettledMails(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from mails where id in (
      select id from mails where created_at < ${before} and state <> 'queued' order by id limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows);
}

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
  message_key: Generated<string | null>;
  held_at: Generated<Date | null>;
  refused_at: Generated<Date | null>;
  failure: Generated<string | null>;
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
