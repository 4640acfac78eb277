import { createTransport } from 'nodemailer';
import { Readable } from 'node:stream';
import { isLoopback } from '../ip-address.ts';
import { MailFailure } from './mail-failure.ts';
import type { Ctx } from '../context.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import './outbox.sql.ts';

export type OutgoingMail = MailMessage & { readonly to: string; readonly messageId: string };

/** Resolves when the mail server has accepted the mail; throws a MailFailure otherwise, within a minute. */
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
    async send({ to, subject, text, html, messageId, attachments = [] }) {
      checkHeaders(to, subject);
      const message = {
        subject,
        text,
        html,
        messageId,
        from,
        to: { name: '', address: to },
        attachments: attachments.map(({ filename, content }) => ({
          filename,
          content: Readable.from(inSlices(content)),
        })),
      };
      try {
        await within(timeouts.totalMs, transport.sendMail(message));
      } catch (error) {
        throw new MailFailure(error);
      }
    },
  };
}

const SLICE = 64 * 1024;

/** A large file is encoded little by little, as fast as the server takes it. */
function* inSlices(content: string): Generator<Buffer> {
  for (let at = 0; at < content.length;) {
    // Two units of one character stay together.
    const end = isHighSurrogate(content.charCodeAt(at + SLICE - 1)) ? at + SLICE + 1 : at + SLICE;
    yield Buffer.from(content.slice(at, end));
    at = end;
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** Throws after the limit: a server that barely keeps a connection alive must not hold up other mails forever. */
async function within<T>(limitMs: number, step: Promise<T>): Promise<T> {
  const { promise: limit, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not done within ${limitMs} ms`)), limitMs);
  try {
    return await Promise.race([step, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** The content of an e-mail. */
export type MailMessage = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly { readonly filename: string; readonly content: string }[];
  /** What is sent in its place where the mail server finds it too large. */
  readonly smaller?: MailMessage;
};

/** Renders the message of one kind for its reference; null if there is nothing to send any more. */
export type MailRenderer = (ctx: Ctx, reference: bigint, recipient: string) => Promise<MailMessage | null>;

/**
 * The same for a kind of which many are sent at once: `prepare` reads for all of them what does not take long, and
 * what it answers renders one.
 */
export type BatchRenderer = {
  prepare(
    ctx: Ctx,
    references: readonly bigint[],
  ): Promise<(reference: bigint) => Promise<MailMessage | null>>;
};

/** By kind. */
export type MailRenderers = ReadonlyMap<string, MailRenderer | BatchRenderer>;

const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/**
 * Throws on control characters in an address or a subject: a line break would inject a header. Input is validated
 * earlier, so one that gets here is a bug.
 */
function checkHeaders(address: string, subject: string): void {
  if (CONTROL.test(address)) throw new Error('a mail address with a control character');
  if (CONTROL.test(subject)) throw new Error('a mail subject with a control character');
}

const KEPT_MS = 7 * 24 * 3_600_000;

/** The sandbox's mail server: a table shown by its mailbox page. Mails are kept for seven days, like account texts. */
export function createSandboxMailer(db: Db, clock: Clock): Mailer {
  return {
    async send(mail) {
      checkHeaders(mail.to, mail.subject);
      const now = clock.now();
      await insertSandboxMail(db, mail, now);
      await deleteSandboxMailsBefore(db, new Date(now.getTime() - KEPT_MS));
    },
  };
}

async function insertSandboxMail(
  db: Db,
  { to, subject, text, html, attachments = [] }: OutgoingMail,
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

async function deleteSandboxMailsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sandbox_mails').where('sent_at', '<', before).execute();
}
