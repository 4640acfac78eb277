import { decodeLink, plainText } from './plain-text.ts';
import { toLatin } from './promotion-code.ts';

/** Without I, L, O, 0 and 1, which are taken for each other. Their number is a prime, on which the check rests. */
export const REDEEM_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Characters of a code, the last of which checks the others. */
const LENGTH = 16;
const CODE = new RegExp(`^[${REDEEM_ALPHABET}]{${LENGTH}}$`);
/** Four groups of four, as the shop writes a code. */
const GROUPED = new RegExp(
  `(?<![A-Z0-9])(?=((?:[${REDEEM_ALPHABET}]{4}[^A-Z0-9]{0,3}){4})(?![A-Z0-9]))`,
  'g',
);

/** How many characters a code has before its check character. */
export const REDEEM_BODY = LENGTH - 1;

/**
 * The character that completes a code: places weigh differently, modulo a prime, so one wrong character or two that
 * changed places never go unnoticed. `body` has `REDEEM_BODY` characters of the alphabet.
 */
export function redeemCheckOf(body: string): string {
  const sum = Array.from(body).reduce((total, one, at) => total + (at + 2) * REDEEM_ALPHABET.indexOf(one), 0);
  return REDEEM_ALPHABET[sum % REDEEM_ALPHABET.length]!;
}

/** Whether it is a code that the shop could have made: 16 characters without separators. */
export const isRedeemCode = (text: string): boolean =>
  CODE.test(text) && redeemCheckOf(text.slice(0, REDEEM_BODY)) === text[REDEEM_BODY];

/** As people read it: "ABCD-EFGH-JKMN-PQRS". */
export const formatRedeemCode = (code: string): string => code.match(/.{4}/g)!.join('-');

/**
 * The redeem code in a text as people paste it, without separators. Null if there is none, one with a typing error, or if
 * several could be meant.
 */
export function readRedeemCode(text: string): string | null {
  const plain = toLatin(plainText(decodeLink(text)).toUpperCase());
  const bare = plain.replace(/[^A-Z0-9]/g, '');
  if (isRedeemCode(bare)) return bare;
  const groups = [...plain.matchAll(GROUPED)].map(([, group]) => group!.replace(/[^A-Z0-9]/g, ''));
  const [code, ...others] = new Set(groups.filter(isRedeemCode));
  return code !== undefined && others.length === 0 ? code : null;
}
