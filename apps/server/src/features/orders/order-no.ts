import { randomBytes } from 'node:crypto';
import { refuseField } from '../../platform/refusal.ts';

/** Crockford's base 32: no letter that looks like a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const TAIL_LENGTH = 8;

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

/** An order number begins with the time it was placed, so a list by number is a list by time. */
const STAMP_LENGTH = 15;

const FIRST = Date.UTC(2000, 0, 1);

const LAST = Date.UTC(2099, 11, 31, 23, 59, 59, 999);

/** The beginning of order numbers of that time: two digits for each part in UTC, three for the milliseconds. */
export const stampOf = (time: Date): string => {
  const within = new Date(Math.min(Math.max(time.getTime(), FIRST), LAST));
  return within.toISOString().replace(/\D/g, '').slice(2);
};

/** A part that overflows carries into the next larger one: the day after a month's last is the next month's first. */
function timeOf(stamp: string): Date {
  const part = (index: number): number => Number(stamp.slice(index * 2, index * 2 + 2));
  const year = 2000 + part(0);
  const month = Math.min(part(1), 13);
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const ms = Number(stamp.slice(12, STAMP_LENGTH));
  const day = Math.min(part(2), days + 1);
  return new Date(Date.UTC(year, month - 1, day, Math.min(part(3), 24), part(4), part(5), ms));
}

/** The earliest time whose stamp begins with the text; a missing month or day is the first. */
function earliest(beginning: string): Date {
  const stamp = beginning.padEnd(STAMP_LENGTH, '0');
  const [year, month, day] = [stamp.slice(0, 2), stamp.slice(2, 4), stamp.slice(4, 6)];
  const first = (part: string, isWhole: boolean): string => (part === '00' && !isWhole ? '01' : part);
  const date = year + first(month, beginning.length >= 4) + first(day, beginning.length >= 6);
  return timeOf(date + stamp.slice(6));
}

export type Span = { readonly from: Date; readonly to: Date };

export const ALWAYS: Span = { from: new Date(FIRST), to: new Date(LAST) };

/** When orders were placed whose number begins with the text; null if no number can. */
export function spanOf(orderNo: string): Span | null {
  const stamp = orderNo.slice(0, STAMP_LENGTH);
  const from = earliest(stamp);
  if (!/^\d+$/.test(stamp) || !stampOf(from).startsWith(stamp)) return null;
  const next = (BigInt(stamp) + 1n).toString().padStart(stamp.length, '0');
  return { from, to: next.length > stamp.length ? ALWAYS.to : new Date(earliest(next).getTime() - 1) };
}

export const overlap = (one: Span, other: Span): Span => ({
  from: one.from > other.from ? one.from : other.from,
  to: one.to < other.to ? one.to : other.to,
});

/** Where a page of a list begins: after the order with that number, in the list's direction. */
export type Position = { readonly orderNo: string; readonly at: Date };

export type Direction = 'newestFirst' | 'oldestFirst';

/** Sorts after every random tail. */
const LAST_TAIL = 'ZZZZZZZZ';

/** The position after all orders of that time and before. */
export const positionAt = (time: Date, direction: Direction): Position => ({
  orderNo: direction === 'newestFirst' ? stampOf(time) : stampOf(time) + LAST_TAIL,
  at: time,
});

export const positionAfter = (order: { order_no: string; created_at: Date }): Position => ({
  orderNo: order.order_no,
  at: order.created_at,
});

/** The position that a cursor names; null for the list's beginning. Refuses (invalidFormat) anything else. */
export const readPosition = (cursor: string | undefined): Position | null =>
  cursor === undefined ? null : parsePosition(cursor);

export function parsePosition(cursor: string): Position {
  if (!/^\d{15}[0-9A-Z]{0,8}$/.test(cursor)) refuseField('invalidFormat', 'cursor', 'wrong');
  return { orderNo: cursor, at: timeOf(cursor) };
}
