import { createTransport } from 'nodemailer';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { isLoopback } from '../loopback.ts';
import { OutsideFailure } from '../refusal.ts';
import { checkHeaders } from './check-headers.ts';
import type { MailMessage } from './outbox.ts';

export type OutgoingMail = MailMessage & { readonly to: string; readonly messageId: string };

/** Resolves when the mail server has taken the mail; throws otherwise, within a minute. */
export type Mailer = { send(mail: OutgoingMail): Promise<void> };

/** For the connection to stand, for silence on it, and for all of it. */
export type SmtpTimeouts = {
  readonly connectMs: number;
  readonly silenceMs: number;
  readonly totalMs: number;
};

const TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, silenceMs: 20_000, totalMs: 50_000 };

/**
 * `smtps:` is TLS from the first byte; `smtp:` must be upgraded before anything is said, and is never used
 * in the clear but on loopback.
 */
export function createSmtpMailer(smtpUrl: string, from: string, timeouts = TIMEOUTS): Mailer {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const isSecure = protocol === 'smtps:';
  const isLocal = isLoopback(smtpUrl);
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: !isSecure && !isLocal,
    ignoreTLS: !isSecure && isLocal,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    socketTimeout: timeouts.silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, ...mail }) {
      checkHeaders(to, mail.subject);
      const message = {
        ...mail,
        from,
        to: { name: '', address: to },
        attachments: [...(mail.attachments ?? [])],
      };
      try {
        await within(timeouts.totalMs, transport.sendMail(message));
      } catch (error) {
        throw new OutsideFailure('the mail server did not take a mail', error);
      }
    },
  };
}

const DAY_MS = 24 * 3_600_000;
const SANDBOX_KEPT_MS = 7 * DAY_MS;

/** The sandbox's mail server: a table that the mailbox page shows. It forgets as soon as the shop does. */
export function createSandboxMailer(db: Db, clock: Clock): Mailer {
  return {
    async send({ to, subject, text, html, attachments = [] }) {
      checkHeaders(to, subject);
      const now = clock.now();
      const mail = {
        recipient: to,
        subject,
        text,
        html,
        attachments: JSON.stringify(attachments),
        sent_at: now,
      };
      await db.insertInto('sandbox_mails').values(mail).execute();
      const forgotten = new Date(now.getTime() - SANDBOX_KEPT_MS);
      await db.deleteFrom('sandbox_mails').where('sent_at', '<', forgotten).execute();
    },
  };
}

/** A server that keeps a connection just alive must not hold up the other mails for ever. */
async function within<T>(limitMs: number, step: Promise<T>): Promise<T> {
  const { promise: limit, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not done within ${limitMs} ms`)), limitMs);
  try {
    return await Promise.race([step, limit]);
  } finally {
    clearTimeout(timer);
  }
}
