/**
 * Codes and numbers as people paste them: in wide letters, with invisible characters of chats and web pages, in quotes,
 * behind a label, in a link or a sentence. What cannot be read is null and never guessed.
 */

/** Without what nobody sees and in one width and form of letters; all blanks and line breaks are single spaces. */
export const plainText = (text: string): string =>
  text
    .replaceAll('№', '#')
    .normalize('NFKC')
    .replace(/[\p{DI}\p{Cf}]/gu, '')
    .replace(/[\s\p{Cc}\u2800]+/gu, ' ')
    .replace(/[^\P{Nd}0-9]/gu, asciiDigit)
    .trim();

/** Unicode gives each script ten digits in a row. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0)!;
  let zero = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((point - zero) % 10);
}

/** Links are pasted encoded once or several times; what is no encoding stays. */
export function decodeLink(text: string, times = 3): string {
  const decoded = text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
  return decoded === text || times === 1 ? decoded : decodeLink(decoded, times - 1);
}

/** Letters of other alphabets that look the same and come from a keyboard that was not switched. */
const LOOKALIKES = 'АВЕКМНОРСТУХΑΒΕΖΗΚΜΝΟΡΤΥΧ';
const LATIN = 'ABEKMHOPCTYXABEZHKMNOPTYX';

const unmixed = (word: string): string =>
  /[A-Z0-9]/.test(word)
    ? word.replace(/[Α-ΩА-Я]/g, (letter) => LATIN[LOOKALIKES.indexOf(letter)] ?? letter)
    : word;

const LENGTH = 8;
const CODE = new RegExp(`^[A-Z0-9]{${LENGTH}}$`);
/** The characters that the shop makes codes of: none that can be taken for another. */
const OWN = new RegExp(`^[A-HJKMNP-Z2-9]{${LENGTH}}$`);

/**
 * A promotion or invitation code (eight letters and digits, in capitals) in a text or a link round it. Null if there is
 * none, or if several could be meant.
 */
export function readPromotionCode(text: string): string | null {
  const plain = plainText(decodeLink(text));
  const [before, ...values] = plain.split(/promotion_code *[=:]/i);
  if (values.length === 0) return codeIn(before!);
  return values.map((value) => codeIn(value.replace(/[&#].*/, ''))).find((code) => code !== null) ?? null;
}

/**
 * The code that a page's address names: undefined if it names none, null if what it names is not understood.
 */
export function promotionCodeOf(search: string): string | null | undefined {
  const query = decodeLink(search.replaceAll('+', ' '));
  return /promotion_code *=\s*[^&#\s]/i.test(query) ? readPromotionCode(query) : undefined;
}

type Word = { readonly code: string; readonly typed: string; readonly isMarked: boolean };

/** What tells a code from the words round it, from the surest sign to the weakest. */
const SIGNS: readonly ((word: Word) => boolean)[] = [
  ({ code }) => OWN.test(code),
  ({ isMarked }) => isMarked,
  ({ code }) => /\d/.test(code),
  ({ typed }) => typed === typed.toUpperCase(),
];

function codeIn(text: string): string | null {
  let words: Word[] = [...text.matchAll(/[\p{L}\p{N}]+/gu)].flatMap(({ 0: typed, index }) => {
    const code = unmixed(typed.toUpperCase());
    return CODE.test(code) ? [{ code, typed, isMarked: /[:=#]\P{L}*$/u.test(text.slice(0, index)) }] : [];
  });
  for (const sign of SIGNS) if (words.some(sign)) words = words.filter(sign);
  const [code, ...others] = new Set(words.map((word) => word.code));
  if (code !== undefined) return others.length === 0 ? code : null;
  return spacedCodeIn(text);
}

const LABEL =
  /^(?:my|your|promo|promotion|invite|invitation|referral|coupon|code|codigo|convite|cupom|kod)$/i;

/** A code whose characters stand apart: "ABCD 2345", "A-B-C-D-2-3-4-5". */
function spacedCodeIn(text: string): string | null {
  const parts = text
    .replace(/.*[:=#]/, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => /^[A-Z0-9]+$/i.test(part) && !LABEL.test(part));
  const joined = parts.join('');
  const isTyped = /\d/.test(joined) || joined === joined.toUpperCase();
  return isTyped && OWN.test(joined.toUpperCase()) ? joined.toUpperCase() : null;
}

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
