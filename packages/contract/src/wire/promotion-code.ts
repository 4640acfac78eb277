import { decodeLink, plainText } from './plain-text.ts';

/** Letters of other alphabets that look the same and come from a keyboard that was not switched. */
const LOOKALIKES = 'АВЕКМНОРСТУХΑΒΕΖΗΚΜΝΟΡΤΥΧ';
const LATIN = 'ABEKMHOPCTYXABEZHKMNOPTYX';

/** Capital letters of other alphabets that look like Latin ones as those. */
export const toLatin = (text: string): string =>
  text.replace(/[Α-ΩА-Я]/g, (letter) => LATIN[LOOKALIKES.indexOf(letter)] ?? letter);

const unmixed = (word: string): string => (/[A-Z0-9]/.test(word) ? toLatin(word) : word);

const LENGTH = 8;
const CODE = new RegExp(`^[A-Z0-9]{${LENGTH}}$`);
/** The characters that the shop makes codes of: none that can be taken for another. */
const OWN = new RegExp(`^[A-HJKMNP-Z2-9]{${LENGTH}}$`);

/**
 * A promotion or invitation code (eight letters and digits, in capitals) in a text or a link round it. Null if there is
 * none, or if several could be meant.
 */
export function readPromotionCode(text: string): string | null {
  const plain = apartFromHan(plainText(decodeLink(text)));
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

/** Chinese is written without blanks. */
export const apartFromHan = (text: string): string =>
  text.replace(/(?<=\p{Script=Han})(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=\p{Script=Han})/gu, ' ');

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
    .replace(/^.*[:=#]/s, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => /^[A-Z0-9]+$/i.test(part) && !LABEL.test(part));
  const joined = parts.join('');
  const isTyped = /\d/.test(joined) || joined === joined.toUpperCase();
  return isTyped && OWN.test(joined.toUpperCase()) ? joined.toUpperCase() : null;
}
