import { createTransport } from 'nodemailer';
import { isLoopback } from '../loopback.ts';
import { OutsideFailure } from '../refusal.ts';
import { checkHeaders } from './check-headers.ts';
import type { MailMessage } from './mail-message.ts';

export type OutgoingMail = MailMessage & { readonly to: string; readonly messageId: string };

/** Resolves when the mail server has accepted the mail; throws an OutsideFailure otherwise, within a minute. */
export type Mailer = { send(mail: OutgoingMail): Promise<void> };

/** For establishing the connection, for silence on it, and in total. */
type SmtpTimeouts = {
  readonly connectMs: number;
  readonly silenceMs: number;
  readonly totalMs: number;
};

const TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, silenceMs: 20_000, totalMs: 50_000 };

/** `smtps:` is TLS from the first byte; `smtp:` requires STARTTLS, except on loopback, where it is plain. */
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

/** Throws after the limit: a server that barely keeps a connection alive must not hold up other mails for ever. */
async function within<T>(limitMs: number, step: Promise<T>): Promise<T> {
  const { promise: limit, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not done within ${limitMs} ms`)), limitMs);
  try {
    return await Promise.race([step, limit]);
  } finally {
    clearTimeout(timer);
  }
}
