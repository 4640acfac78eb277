import { readDecimal } from '../../lib/format/typed-numbers.ts';
import { formatMicro, parseMicro } from '@portside/contract/wire/money';

/**
 * What was typed, with a point: the amount to pay has one in every language, so that it can be copied anywhere, and a
 * comma is taken for one.
 */
export const readTyped = (typed: string): string => readDecimal(typed, 'en');

/** Whether a text is a positive amount with at most six decimals. */
export const isPayable = (typed: string): boolean => {
  const text = typed.trim();
  return /^(0|[1-9]\d{0,11})(\.\d{1,6})?$/.test(text) && parseMicro(text) > 0n;
};

/** Whether two payable amounts are equal: "10.50" is "10.5". */
export const isSameAmount = (one: string, other: string): boolean =>
  parseMicro(one.trim()) === parseMicro(other.trim());

/** Adds micro-USDT to an amount; the result is at least one micro-USDT. */
export function shiftAmount(amount: string, byMicro: bigint): string {
  const shifted = parseMicro(amount) + byMicro;
  return formatMicro(shifted > 0n ? shifted : 1n);
}

/** Two fifths of an amount: three such payments are more than it. */
export const partOf = (amount: string): string => formatMicro((parseMicro(amount) * 2n) / 5n);
