import { createTransport } from 'nodemailer';
import { Readable } from 'node:stream';
import { isLoopback } from '../ip-address.ts';
import type { Ctx } from '../context.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import './outbox.sql.ts';
import { OutsideFailure } from '../refusal.ts';

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
    async send({ to, subject, text, html, messageId, images = [], attachments = [] }) {
      checkHeaders(to, subject);
      const message = {
        subject,
        text,
        html,
        messageId,
        from,
        to: { name: '', address: to },
        attachments: [
          ...images.map(({ id, type, bytes }) => ({
            cid: id,
            filename: `${id}.${type.replace(/.*\//, '')}`,
            contentType: type,
            contentDisposition: 'inline' as const,
            content: bytes,
          })),
          ...attachments.map(({ filename, content }) => ({
            filename,
            content: Readable.from(inSlices(content)),
          })),
        ],
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

/** A picture that the HTML of a mail shows as `cid:` and its id. */
export type InlineImage = { readonly id: string; readonly type: string; readonly bytes: Buffer };

/** The content of an e-mail. */
export type MailMessage = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly images?: readonly InlineImage[];
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
  ): Promise<(reference: bigint, recipient: string) => Promise<MailMessage | null>>;
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
  { to, subject, text, html, images = [], attachments = [] }: OutgoingMail,
  sentAt: Date,
): Promise<void> {
  await db
    .insertInto('sandbox_mails')
    .values({
      recipient: to,
      subject,
      text,
      // A browser shows only what stands in the page itself.
      html: images.reduce(
        (page, { id, type, bytes }) =>
          page.replaceAll(`"cid:${id}"`, `"data:${type};base64,${bytes.toString('base64')}"`),
        html,
      ),
      attachments: JSON.stringify(attachments),
      sent_at: sentAt,
    })
    .execute();
}

async function deleteSandboxMailsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sandbox_mails').where('sent_at', '<', before).execute();
}

/**
 * Whose fault a failed try is: of this recipient or message, for good (`mail`), or because it is too large (`size`); for
 * good, but perhaps of the shop (`sender`); of the server, which takes nothing from anybody (`server`); or a passing one
 * of this recipient or message (`passing`).
 */
export type MailFault = 'mail' | 'size' | 'sender' | 'server' | 'passing';

/** A mail that the server did not take. */
export class MailFailure extends OutsideFailure {
  readonly fault: MailFault;

  constructor(cause: unknown) {
    super('the mail server did not take a mail', cause);
    this.fault = faultOf(cause as SmtpError);
  }
}

/** As the library reports it. Without `responseCode` there was no answer. */
type SmtpError = {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
};

/** Of the enhanced codes (RFC 3463): about the sender, the system or the protocol rather than the recipient. */
const OF_SENDER = /^5\.(?:1\.[78]|[357]\.\d+)$/;
const OF_SIZE = /^5\.(?:2\.3|3\.4)$/;
/** Codes that name the recipient where no enhanced code says more. */
const OF_RECIPIENT = new Set([521, 550, 551, 552, 553, 556]);

export function faultOf({ code, command = '', responseCode, response = '' }: SmtpError): MailFault {
  // The library itself found the address or the size wrong.
  if (responseCode === undefined && command === 'MAIL FROM' && code === 'EMESSAGE') return 'size';
  if (responseCode === undefined) return code === 'EENVELOPE' ? 'mail' : 'server';
  const status = enhancedCode(response);
  const isOfData = command === 'DATA';
  const isOfMail = isOfData || command === 'RCPT TO';
  if (responseCode < 500) return isOfMail && responseCode !== 421 ? 'passing' : 'server';
  if (status === null ? responseCode === 552 && command !== 'RCPT TO' : OF_SIZE.test(status)) return 'size';
  if (!isOfMail) return 'server';
  const isOfSender = status === null ? !OF_RECIPIENT.has(responseCode) : OF_SENDER.test(status);
  return isOfSender ? 'sender' : 'mail';
}

/** After the code (RFC 2034), or in brackets at the end, as qmail has it. */
const enhancedCode = (response: string): string | null =>
  /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b|\(#([245]\.\d{1,3}\.\d{1,3})\)/
    .exec(response)
    ?.slice(1)
    .find((one) => one !== undefined) ?? null;
