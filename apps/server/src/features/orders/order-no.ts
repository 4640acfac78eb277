import { randomBytes } from 'node:crypto';
import { stampOf } from './order-time.ts';

/** Crockford's base 32: no letter that looks like a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TAIL_LENGTH = 8;

/**
 * UTC time to the millisecond, then eight random characters (40 bits): sortable by time, and not guessable. Made for
 * a whole batch at once, because requesting random bytes is the expensive part.
 */
export function makeOrderNos(now: Date, count: number): string[] {
  const time = stampOf(now);
  const random = randomBytes(count * TAIL_LENGTH);
  return Array.from({ length: count }, (_, index) => {
    let tail = '';
    for (let position = 0; position < TAIL_LENGTH; position += 1) {
      tail += ALPHABET[random[index * TAIL_LENGTH + position]! & 31];
    }
    return time + tail;
  });
}

/** For readers whose order it is not: the time stays, the random tail is hidden. */
export const maskOrderNo = (orderNo: string): string =>
  orderNo.slice(0, -TAIL_LENGTH) + '•'.repeat(TAIL_LENGTH);
