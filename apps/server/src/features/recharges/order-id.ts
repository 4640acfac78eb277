import { randomInt } from 'node:crypto';

export const PREFIX = 'RECH';
const MS_DIGITS = 13;
const DIGITS = MS_DIGITS + 4;

const stampOf = (ms: number): string => PREFIX + Math.max(0, ms).toString().padStart(MS_DIGITS, '0');

/** RECH, the time in milliseconds and four random digits. Not secret; the database makes sure that it is unique. */
export const makeOrderId = (now: Date): string =>
  stampOf(now.getTime()) + randomInt(10_000).toString().padStart(4, '0');

/** A range of order ids, both ends included. An id begins with its time, so this is also a range of time. */
export type IdSpan = { readonly first: string; readonly last: string };

export const ALWAYS: IdSpan = { first: PREFIX + '0'.repeat(DIGITS), last: PREFIX + '9'.repeat(DIGITS) };

/** Whether the span leaves out nothing. */
export const isAlways = ({ first, last }: IdSpan): boolean => first === ALWAYS.first && last === ALWAYS.last;

/** The ids made from `from` on and before `to`; null is without a bound. */
export const spanOfTime = (from: Date | null, to: Date | null): IdSpan => ({
  first: from === null ? ALWAYS.first : `${stampOf(from.getTime())}0000`,
  last: to === null ? ALWAYS.last : `${stampOf(to.getTime())}9999`,
});

/** The span of all order ids with this prefix, with or without RECH; null where there can be none. */
export function spanOfPrefix(text: string): IdSpan | null {
  const digits = /^(?:RECH)?(\d*)$/.exec(text.toUpperCase())?.[1];
  if (digits === undefined) return PREFIX.startsWith(text.toUpperCase()) ? ALWAYS : null;
  if (digits.length > DIGITS) return null;
  return { first: PREFIX + digits.padEnd(DIGITS, '0'), last: PREFIX + digits.padEnd(DIGITS, '9') };
}

/** The intersection of two spans; null where it is empty. */
export function overlap(one: IdSpan, other: IdSpan): IdSpan | null {
  const first = one.first > other.first ? one.first : other.first;
  const last = one.last < other.last ? one.last : other.last;
  return first <= last ? { first, last } : null;
}
