import { setImmediate } from 'node:timers/promises';
import { BatchQueue } from '../batch-queue.ts';
import { inTransaction, type Ctx } from '../context.ts';
import { crashPoint } from '../crash-point.ts';
import type { Job } from '../jobs.ts';
import type { Db } from '../db/db.ts';
import { type Mailer, type MailMessage, type MailRenderers, MailFailure } from './mailer.ts';
import {
  claimDueMails,
  countRefusedInRow,
  giveBackMails,
  isAnySentSince,
  markFailed,
  markSent,
  type DueMail,
  type Failed,
  type QueueOptions,
  deleteSettledMails,
} from './outbox.sql.ts';
import { SECOND_MS, MINUTE_MS, HOUR_MS } from '../clock.ts';

type SettledMail = { readonly mailId: bigint; readonly kind: string; readonly reference: bigint };

type GivenUpReason = 'refused' | 'tooLarge' | 'unanswered';

declare module '../events.ts' {
  interface EventPayloads {
    /** The mail server accepted them, or there was nothing left to send. */
    mailsSent: { readonly mails: readonly SettledMail[] };
    /** Given up: the server refused it for good, found it too large, or did not take it within a day. */
    mailGivenUp: SettledMail & { readonly reason: GivenUpReason; readonly answer: string };
  }
}

/** Mails claimed, read and settled together. */
const BATCH = 100;
/** Mails sent concurrently. */
const AT_ONCE = 5;
/** Fewer, because the mail server has both kinds to take. */
const BULK_AT_ONCE = 2;
/** Longer than the slowest mail, plus the time until a batch's last mail is begun. */
const LEASE_MS = MINUTE_MS;
/** Mails not begun by then are given back: their lease would not last, and their data goes stale. */
const BEGUN_WITHIN_MS = 2 * SECOND_MS;
const MAX_ATTEMPTS = 12;
const LONGEST_WAIT_MS = 6 * HOUR_MS;
/** While the server takes nothing, it is asked again after as long as that has lasted, within these bounds. */
const HELD_MS = { least: MINUTE_MS, most: 10 * MINUTE_MS };
/** So many recipients in a row that are all refused: rather the shop is. */
const REFUSED_IN_ROW = 3;
const ROW_MS = 24 * HOUR_MS;

/** 1, 2, 4 … minutes after the first, second, third … failed attempt, at most six hours: about a day in all. */
export const waitAfterMs = (failedAttempts: number): number =>
  Math.min(MINUTE_MS * 2 ** (failedAttempts - 1), LONGEST_WAIT_MS);

/** Sends what people wait for, in every process: a mail is leased to one of them. */
export const createSendMailJob = (ctx: Ctx, renderers: MailRenderers, mailer: Mailer): Job => ({
  name: 'send mail',
  everyMs: SECOND_MS,
  isEverywhere: true,
  run: () => sendDueMails(ctx, renderers, mailer),
});

/** Sends bulk mails beside the others, which therefore never wait for one. */
export const createSendBulkMailJob = (ctx: Ctx, renderers: MailRenderers, mailer: Mailer): Job => ({
  name: 'send bulk mail',
  everyMs: 5 * SECOND_MS,
  isEverywhere: true,
  run: () => sendDueMails(ctx, renderers, mailer, { bulk: true }),
});

/**
 * Sends due mails, bulk ones or the others, each batch with few statements: mail servers are slow, so no transaction is
 * open meanwhile. What is accepted while others are marked as sent is marked with the next. Between two mails the event
 * loop serves others.
 */
export async function sendDueMails(
  ctx: Ctx,
  renderers: MailRenderers,
  mailer: Mailer,
  { bulk = false }: QueueOptions = {},
): Promise<{ more: boolean }> {
  const now = ctx.clock.now();
  const due = await claimDueMails(ctx.db, { limit: BATCH, now, leaseMs: LEASE_MS, bulk });
  if (due.length === 0) return { more: false };
  const render = await prepare(ctx, renderers, due);
  const left = [...due];
  const settlements: Promise<unknown>[] = [];
  // Sent mails that arrive meanwhile are settled together; if that fails, each by itself.
  const settle = async (done: readonly Done[]): Promise<readonly Done[]> => {
    await settleDone(ctx, done);
    return done;
  };
  const settling = new BatchQueue(settle, { retriesSingly: true });
  const keepSending = async (): Promise<void> => {
    for (let mail = left.shift(); mail; mail = left.shift()) {
      crashPoint('mail: claimed');
      const isSent = await trySending(ctx, render, mailer, mail);
      const settlement =
        isSent instanceof Error ? settleFailed(ctx, mail, isSent) : settling.submit({ mail, isSent });
      settlement.catch(() => undefined);
      settlements.push(settlement);
      await setImmediate();
    }
  };
  const timer = setTimeout(() => settlements.push(giveBack(ctx, left.splice(0))), BEGUN_WITHIN_MS);
  await Promise.all(Array.from({ length: bulk ? BULK_AT_ONCE : AT_ONCE }, keepSending));
  clearTimeout(timer);
  const failed = (await Promise.allSettled(settlements)).find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return { more: due.length === BATCH };
}

async function giveBack({ db, clock, log }: Ctx, mails: readonly DueMail[]): Promise<void> {
  if (mails.length === 0) return;
  // Without the database, they are due again when their lease ends.
  await giveBackMails(db, mails, clock.now()).catch((err: unknown) =>
    log.warn({ err }, 'mails wait for their lease'),
  );
}

type RenderMail = (mail: DueMail) => Promise<MailMessage | null>;

/** Reads once what several mails of a kind need; if that fails, each fails by itself. */
async function prepare(ctx: Ctx, renderers: MailRenderers, due: readonly DueMail[]): Promise<RenderMail> {
  const byKind = new Map<string, RenderMail>();
  for (const [kind, mails] of Map.groupBy(due, (mail) => mail.kind)) {
    const renderer = renderers.get(kind);
    if (typeof renderer === 'function')
      byKind.set(kind, ({ reference, recipient }) => renderer(ctx, reference, recipient));
    else if (renderer) {
      const references = mails.map(({ reference }) => reference);
      const prepared = renderer.prepare(ctx, references);
      prepared.catch(() => undefined);
      byKind.set(kind, async ({ reference, recipient }) => (await prepared)(reference, recipient));
    }
  }
  return async (mail) => {
    const render = byKind.get(mail.kind);
    if (!render) throw new Error(`no renderer for mails of the kind ${mail.kind}`);
    return render(mail);
  };
}

/** Why the mail was not sent; false where there was nothing to send any more. */
async function trySending(
  ctx: Ctx,
  render: RenderMail,
  mailer: Mailer,
  mail: DueMail,
): Promise<Error | boolean> {
  try {
    const message = await render(mail);
    if (message !== null) await sendMail(mailer, message, mail, new URL(ctx.publicUrl).hostname);
    crashPoint('mail: accepted');
    return message !== null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The same Message-ID for all tries, and for no other message: another database counts from 1 too. */
async function sendMail(
  mailer: Mailer,
  { smaller, ...message }: MailMessage,
  { id, messageKey, recipient }: DueMail,
  host: string,
): Promise<void> {
  const messageId = messageKey === null ? `<mail-${id}@${host}>` : `<mail-${id}-${messageKey}@${host}>`;
  const known = { to: recipient, messageId };
  try {
    await mailer.send({ ...message, ...known });
  } catch (error) {
    if (!smaller || !(error instanceof MailFailure) || error.fault !== 'size') throw error;
    await mailer.send({ ...smaller, ...known });
  }
}

/** A mail that needs no further try. What was not sent says nothing about the mail server. */
type Done = { readonly mail: DueMail; readonly isSent: boolean };

async function settleDone(ctx: Ctx, done: readonly Done[]): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const [sentIds, otherIds] = [true, false].map((is) =>
      done.filter(({ isSent }) => isSent === is).map(({ mail }) => mail.id),
    );
    const marked = await markSent(inner.db, sentIds!, inner.clock.now());
    for (const id of await markSent(inner.db, otherIds!, null)) marked.add(id);
    const sent = done.filter(({ mail }) => marked.has(mail.id)).map(({ mail }) => settled(mail));
    if (sent.length > 0) await inner.events.announce(inner, 'mailsSent', { mails: sent });
    crashPoint('mail: marked');
  });
  crashPoint('mail: settled');
}

async function settleFailed(ctx: Ctx, mail: DueMail, failure: Error): Promise<void> {
  const { id, kind, attempts } = mail;
  const answer = answerOf(failure);
  const verdict = await inTransaction(ctx, async (inner) => {
    const now = inner.clock.now();
    const judged = await judge(inner.db, mail, failure, now);
    const isMarked = await markFailed(inner.db, mail, { failure: answer, ...nextOf(judged, mail, now) });
    if (isMarked && judged !== 'again' && judged !== 'hold')
      await inner.events.announce(inner, 'mailGivenUp', { ...settled(mail), reason: judged, answer });
    return judged;
  });
  // Afterwards: where the database is away it is not the mail that failed.
  ctx.log.warn({ err: failure, mailId: id.toString(), kind, attempts, verdict }, 'a mail was not sent');
}

/** What the mail server said, without our words round it. */
const answerOf = (failure: Error): string =>
  failure instanceof MailFailure && failure.cause instanceof Error ? failure.cause.message : failure.message;

/**
 * A recipient or a message that is refused for good is given up at once. A server that refuses the shop keeps its
 * mails, however often they are tried: unless it has taken others since, and so means this one.
 */
async function judge(
  db: Db,
  { attempts, heldAt }: DueMail,
  failure: Error,
  now: Date,
): Promise<GivenUpReason | 'again' | 'hold'> {
  const again = attempts >= MAX_ATTEMPTS ? 'unanswered' : 'again';
  if (!(failure instanceof MailFailure) || failure.fault === 'passing') return again;
  if (failure.fault === 'size') return 'tooLarge';
  const areOthersTaken = heldAt !== null && (await isAnySentSince(db, heldAt));
  if (failure.fault === 'server') return areOthersTaken ? again : 'hold';
  if (areOthersTaken) return 'refused';
  const since = new Date(now.getTime() - ROW_MS);
  const isOfShop = failure.fault === 'sender' || (await countRefusedInRow(db, since)) >= REFUSED_IN_ROW;
  return isOfShop ? 'hold' : 'refused';
}

function nextOf(
  verdict: GivenUpReason | 'again' | 'hold',
  { attempts, heldAt }: DueMail,
  now: Date,
): Omit<Failed, 'failure'> {
  const after = (ms: number): Date => new Date(now.getTime() + ms);
  if (verdict === 'again') return { nextAt: after(waitAfterMs(attempts)) };
  if (verdict !== 'hold') return verdict === 'unanswered' ? {} : { refusedAt: now };
  const since = heldAt ?? now;
  const lasted = now.getTime() - since.getTime();
  return { nextAt: after(Math.min(Math.max(lasted, HELD_MS.least), HELD_MS.most)), heldAt: since };
}

const settled = ({ id, kind, reference }: DueMail): SettledMail => ({ mailId: id, kind, reference });

const KEPT_MS = 30 * 86_400_000;

const ROWS_PER_STEP = 1_000;

/** Deletes mails thirty days after they were queued, unless they still wait: their addresses have no further use. */
export async function sweepMails({ db, clock }: Ctx): Promise<{ more: boolean }> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  const deleted = await deleteSettledMails(db, before, ROWS_PER_STEP);
  return { more: deleted === ROWS_PER_STEP };
}
