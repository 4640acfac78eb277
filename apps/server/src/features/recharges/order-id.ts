import { randomInt } from 'node:crypto';

const PREFIX = 'RECH';
const MS_DIGITS = 13;
const DIGITS = MS_DIGITS + 4;

const stampOf = (ms: number): string => PREFIX + Math.max(0, ms).toString().padStart(MS_DIGITS, '0');

/** RECH, the moment in milliseconds, and four digits: no secret, and not even unique until the database says so. */
export const makeOrderId = (now: Date): string =>
  stampOf(now.getTime()) + randomInt(10_000).toString().padStart(4, '0');

/** Order ids from the first to the last; as an id begins with its time, this is a time, too. */
export type IdSpan = { readonly first: string; readonly last: string };

export const ALWAYS: IdSpan = { first: PREFIX + '0'.repeat(DIGITS), last: PREFIX + '9'.repeat(DIGITS) };

export const isAlways = ({ first, last }: IdSpan): boolean => first === ALWAYS.first && last === ALWAYS.last;

export const spanOfTime = (from: Date | null, to: Date | null): IdSpan => ({
  first: from === null ? ALWAYS.first : `${stampOf(from.getTime())}0000`,
  last: to === null ? ALWAYS.last : `${stampOf(to.getTime())}9999`,
});

/** Of all order ids that begin so, with or without RECH; null where none can. */
export function spanOfBeginning(text: string): IdSpan | null {
  const digits = /^(?:RECH)?(\d*)$/.exec(text.toUpperCase())?.[1];
  if (digits === undefined) return PREFIX.startsWith(text.toUpperCase()) ? ALWAYS : null;
  if (digits.length > DIGITS) return null;
  return { first: PREFIX + digits.padEnd(DIGITS, '0'), last: PREFIX + digits.padEnd(DIGITS, '9') };
}

/** Null where they share nothing. */
export function overlap(one: IdSpan, other: IdSpan): IdSpan | null {
  const first = one.first > other.first ? one.first : other.first;
  const last = one.last < other.last ? one.last : other.last;
  return first <= last ? { first, last } : null;
}
