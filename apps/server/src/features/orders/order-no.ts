import { randomInt } from 'node:crypto';

/** Crockford's alphabet: no letter that looks like a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TAIL_LENGTH = 8;

/** UTC time to the millisecond, then eight random characters (40 bits): sortable, and nobody's to guess. */
export function makeOrderNo(now: Date): string {
  const time = now.toISOString().replace(/\D/g, '').slice(2);
  const tail = Array.from({ length: TAIL_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return time + tail.join('');
}

/** For the public ticker: the time stays, the tail is hidden. */
export const maskOrderNo = (orderNo: string): string =>
  orderNo.slice(0, -TAIL_LENGTH) + '•'.repeat(TAIL_LENGTH);
