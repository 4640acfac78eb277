import { formatMicro, parseMicro } from '@portside/contract/wire/money';

/** Whether a text is an amount above zero that the chain can carry: at most six decimals. */
export const isPayable = (typed: string): boolean => {
  const text = typed.trim();
  return /^(0|[1-9]\d{0,11})(\.\d{1,6})?$/.test(text) && parseMicro(text) > 0n;
};

/** "10.50" is "10.5". Both must be payable. */
export const isSameAmount = (one: string, other: string): boolean =>
  parseMicro(one.trim()) === parseMicro(other.trim());

/** Adds micro-USDT to an amount; never below one micro-USDT. */
export function shiftAmount(amount: string, byMicro: bigint): string {
  const shifted = parseMicro(amount) + byMicro;
  return formatMicro(shifted > 0n ? shifted : 1n);
}
