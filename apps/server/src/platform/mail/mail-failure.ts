import { OutsideFailure } from '../refusal.ts';

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
