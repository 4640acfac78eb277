import { decodeLink, plainText } from './plain-text.ts';

/** Six digits from an e-mail or an authenticator app, however they are grouped; null if there are none, or others too. */
export function readOneTimeCode(text: string): string | null {
  const found = plainText(text).match(/(?<!\d[ -]?)\d(?:[ .·-]?\d){5}(?![ -]?\d)/g) ?? [];
  const [code, ...others] = new Set(found.map((run) => run.replace(/\D/g, '')));
  return code !== undefined && others.length === 0 ? code : null;
}

/** A recovery code, which stands in for an authenticator app's: two groups of five, in capitals. */
export function readRecoveryCode(text: string): string | null {
  const found = /(?<![A-Z0-9])([A-Z2-7]{5}) ?[-‐-―−]? ?([A-Z2-7]{5})(?![A-Z0-9])/i.exec(plainText(text));
  return found && `${found[1]}-${found[2]}`.toUpperCase();
}

/**
 * An order or top-up number, or its beginning, without what stands round it: "#…", quotes, a label, a link to it. Text
 * that is none stays, so that a search for it finds nothing rather than everything.
 */
export function readOrderNo(text: string): string {
  const plain = plainText(decodeLink(text)).toUpperCase();
  const whole = new Set(plain.match(/(?<![A-Z0-9])(?:RECH)?\d{15}[A-Z0-9]{0,8}(?![A-Z0-9])/g));
  if (whole.size === 1) return [...whole][0]!;
  const bare = plain.replace(/^[^\d]*?(?=RECH|\d)/, '').replace(/[^A-Z0-9]/g, '');
  return bare === '' ? plain : bare;
}

/**
 * The beginning of a username or e-mail address that is looked for, without quotes and without the name that mail
 * programs set before it: "Ann Lee <ann@example.org>".
 */
export const readName = (text: string): string => {
  const plain = plainText(text);
  const address = /<(?:mailto:)?([^<>\s]+@[^<>\s]+)>/i.exec(plain)?.[1];
  return address ?? plain.replace(/^mailto:/i, '').replace(/^["“”„«»<>\s]+|["“”„«»<>\s]+$/g, '');
};
