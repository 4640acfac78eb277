import { decodeLink, plainText } from './plain-text.ts';
import { apartFromHan, toLatin } from './promotion-code.ts';

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

/** What a link calls a coupon, and what people write before one. */
const COUPON_IN_LINK = /[?&](?:coupon|cupom|cupon|kupon|voucher|promo|promo_?code|code)=([^&#\s]+)/i;
/** A link to the shop has no code. */
const BARE_LINK = /https?:\/\/[^\s/?#)\]>]+\/?(?=[.,!)\]>]*(?:\s|$))/giu;
const COUPON_LABEL =
  /^(?:use|my|your|the|coupon|voucher|discount|promo|code|cupom|desconto|codigo|código|купон|промокод|код|优惠券|优惠码|券码|折扣码)$/iu;
const COUPON = /^(?=.*[A-Z])[A-Z0-9][A-Z0-9_-]{2,31}$/;

/**
 * A coupon's code as the shop keeps it, in capitals: out of a link or a sentence, without blanks, quotes and the label
 * before it. Null if nothing is left.
 */
export function readCouponCode(text: string): string | null {
  const plain = plainText(decodeLink(text)).replaceAll(/(?<=[\p{L}\p{N}])[‐-–−](?=[\p{L}\p{N}])/gu, '-');
  const named =
    COUPON_IN_LINK.exec(plain)?.[1] ??
    plain.replaceAll(BARE_LINK, ' ').replace(/^.*[:=#](?=.*[\p{L}\p{N}])/u, '');
  const all = apartFromHan(named)
    .split(/[^\p{L}\p{N}_-]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const words = withoutLabels(all);
  return codeAmong(words, all.length >= 4) ?? (couponOf(words.join('')) || null);
}

/** A label is none where nothing that is a code would be left: "PROMO 10", or a coupon that is called DISCOUNT. */
function withoutLabels(all: readonly string[]): readonly string[] {
  const words = all.filter((word) => !COUPON_LABEL.test(word));
  const left = couponOf(words.join(''));
  if (COUPON.test(left) || /[^A-Z0-9_-]/.test(left) || words.some((word) => COUPON.test(couponOf(word))))
    return words;
  return words.length === 0 ? all.slice(-1) : all;
}

/** Latin letters of a keyboard that was not switched are Latin ones. */
function couponOf(word: string): string {
  const capitals = word.toUpperCase();
  return /[A-Z0-9]/.test(capitals) ? toLatin(capitals) : capitals;
}

/** The one word of a text that is written like a code; null where all of it may be one, with blanks in it. */
function codeAmong(words: readonly string[], isLong: boolean): string | null {
  const codes = words.filter((word) => COUPON.test(couponOf(word)));
  const capitals = codes.filter((word) => word === word.toUpperCase());
  const isMixed = words.some((word) => word !== word.toUpperCase() || !/[A-Z0-9]/i.test(word));
  const [first, ...others] = new Set(isMixed ? capitals : []);
  if (first !== undefined && others.length === 0) return couponOf(first);
  const [mixed, ...more] = new Set(isLong ? codes.filter((word) => /\d/.test(word)) : []);
  return mixed !== undefined && more.length === 0 ? couponOf(mixed) : null;
}

/**
 * An order or top-up number, or a part of it, without what stands round it: "#…", quotes, a label, a link to it. Text
 * that is none stays, so that a search for it finds nothing rather than everything.
 */
export function readOrderNo(text: string): string {
  const plain = plainText(decodeLink(text)).toUpperCase();
  const whole = new Set(plain.match(/(?<![A-Z0-9])(?:RECH)?\d{15}[A-Z0-9]{0,8}(?![A-Z0-9])/g));
  if (whole.size === 1) return [...whole][0]!;
  // The last ones of a number.
  if (/^[A-Z0-9]{1,8}$/.test(plain)) return plain;
  const bare = plain.replace(/^[^\d]*?(?=RECH|\d)/, '').replace(/[^A-Z0-9]/g, '');
  return bare === '' ? plain : bare;
}

/** Quotes, signs and dashes stand round numbers, and never in them. */
const AROUND_NUMBER = /[\s#"'“”„«»‘’.,;:()-]/gu;

/**
 * An order number or any part of one, in a search that takes names too: out of a sentence or a link if it is whole, since
 * part of a name is not to be taken for a number. Text that is none stays without what stands round numbers.
 */
export function readOrderNoPart(text: string): string {
  const whole = readOrderNo(text);
  return /^\d{15}/.test(whole) ? whole : plainText(text).toUpperCase().replace(AROUND_NUMBER, '');
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
