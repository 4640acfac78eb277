import { randomBytes } from 'node:crypto';
import { stampOf } from './order-time.ts';

/** Crockford's alphabet: 32 characters, none a letter that looks like a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TAIL_LENGTH = 8;

/**
 * UTC time to the millisecond, then eight random characters (40 bits): sortable, and nobody's to guess.
 * Made by the batch, because asking for randomness is what costs.
 */
export function makeOrderNos(now: Date, count: number): string[] {
  const time = stampOf(now);
  const random = randomBytes(count * TAIL_LENGTH);
  return Array.from({ length: count }, (_, index) => {
    let tail = '';
    for (let place = 0; place < TAIL_LENGTH; place += 1) {
      tail += ALPHABET[random[index * TAIL_LENGTH + place]! & 31];
    }
    return time + tail;
  });
}

/** For the public ticker: the time stays, the tail is hidden. */
export const maskOrderNo = (orderNo: string): string =>
  orderNo.slice(0, -TAIL_LENGTH) + '•'.repeat(TAIL_LENGTH);
