import { inTransaction, type Ctx } from '../context.ts';
import { crashPoint } from '../crash-point.ts';
import type { Job } from '../jobs.ts';
import type { Mailer } from './mailer.ts';
import type { MailMessage, MailRenderers } from './mail-message.ts';
import { claimDueMails, markFailed, markSent, type DueMail, type QueueOptions } from './outbox.sql.ts';

type SettledMail = { readonly mailId: bigint; readonly kind: string; readonly reference: bigint };

declare module '../events.ts' {
  interface EventPayloads {
    /** The mail server has accepted it, or there was nothing to send any more. */
    mailSent: SettledMail;
    /** Given up after the last attempt. */
    mailGivenUp: SettledMail;
  }
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Mails sent concurrently. */
const BATCH = 5;
/** Fewer, because the mail server has both kinds to take. */
const BULK_BATCH = 2;
/** Longer than the longest a mailer takes. */
const LEASE_MS = MINUTE_MS;
const MAX_ATTEMPTS = 12;
const LONGEST_WAIT_MS = 6 * HOUR_MS;

/** 1, 2, 4 … minutes after the first, second, third … failed attempt, at most six hours: about a day in all. */
export const waitAfterMs = (failedAttempts: number): number =>
  Math.min(MINUTE_MS * 2 ** (failedAttempts - 1), LONGEST_WAIT_MS);

export const createSendMailJob = (ctx: Ctx, renderers: MailRenderers, mailer: Mailer): Job => ({
  name: 'send mail',
  everyMs: SECOND_MS,
  isEverywhere: true,
  run: () => sendDueMails(ctx, renderers, mailer),
});

/** Sends bulk mails beside the others, which therefore never wait for one. */
export const createSendBulkMailJob = (ctx: Ctx, renderers: MailRenderers, mailer: Mailer): Job => ({
  name: 'send bulk mail',
  everyMs: SECOND_MS,
  isEverywhere: true,
  run: () => sendDueMails(ctx, renderers, mailer, { bulk: true }),
});

/** Sends due mails, bulk ones or the others. Mail servers are slow, so no transaction is open meanwhile. */
export async function sendDueMails(
  ctx: Ctx,
  renderers: MailRenderers,
  mailer: Mailer,
  { bulk = false }: QueueOptions = {},
): Promise<{ more: boolean }> {
  const now = ctx.clock.now();
  const limit = bulk ? BULK_BATCH : BATCH;
  const due = await claimDueMails(ctx.db, { limit, now, leaseMs: LEASE_MS, bulk });
  const tries = due.map(async (mail) => {
    crashPoint('mail: claimed');
    const failure = await trySending(ctx, renderers, mailer, mail);
    await (failure === null ? settleSent(ctx, mail) : settleFailed(ctx, mail, failure));
  });
  await Promise.all(tries);
  return { more: due.length === limit };
}

/** Why the mail was not sent; null where it was. */
async function trySending(
  ctx: Ctx,
  renderers: MailRenderers,
  mailer: Mailer,
  { id, kind, reference, recipient }: DueMail,
): Promise<Error | null> {
  try {
    const render = renderers.get(kind);
    if (!render) throw new Error(`no renderer for mails of the kind ${kind}`);
    const message: MailMessage | null = await render(ctx, reference, recipient);
    const messageId = `<mail-${id}@${new URL(ctx.publicUrl).hostname}>`;
    if (message !== null) await mailer.send({ ...message, to: recipient, messageId });
    crashPoint('mail: accepted');
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function settleSent(ctx: Ctx, mail: DueMail): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    if (!(await markSent(inner.db, mail.id, inner.clock.now()))) return;
    await inner.events.announce(inner, 'mailSent', settled(mail));
    crashPoint('mail: marked');
  });
  crashPoint('mail: settled');
}

async function settleFailed(ctx: Ctx, mail: DueMail, failure: Error): Promise<void> {
  const isLast = mail.attempts >= MAX_ATTEMPTS;
  const { id, kind, attempts } = mail;
  await inTransaction(ctx, async (inner) => {
    const nextAt = isLast ? null : new Date(inner.clock.now().getTime() + waitAfterMs(attempts));
    const isMarked = await markFailed(inner.db, mail, nextAt);
    if (isMarked && isLast) await inner.events.announce(inner, 'mailGivenUp', settled(mail));
  });
  // Afterwards: where the database is away it is not the mail that failed.
  ctx.log.warn({ err: failure, mailId: id.toString(), kind, attempts, isLast }, 'a mail was not sent');
}

const settled = ({ id, kind, reference }: DueMail): SettledMail => ({ mailId: id, kind, reference });
