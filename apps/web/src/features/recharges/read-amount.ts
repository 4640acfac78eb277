import { formatMicro, parseMicro } from '@portside/contract/money';

export type AmountLimits = { readonly minimum: string; readonly maximum: string };

export type TypedAmount =
  | { readonly amount: string; readonly problem: null }
  | { readonly amount: null; readonly problem: 'empty' | 'format' | 'tooSmall' | 'tooLarge' };

/** Reads an amount as typed: a decimal point and at most two decimals, within the limits (all in USDT). */
export function readAmount(typed: string, { minimum, maximum }: AmountLimits): TypedAmount {
  const text = typed.trim();
  if (text === '') return { amount: null, problem: 'empty' };
  // A comma is refused rather than read: "1,000" is a thousand to one reader and one to another.
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(text)) return { amount: null, problem: 'format' };
  const micro = parseMicro(text);
  if (micro < parseMicro(minimum)) return { amount: null, problem: 'tooSmall' };
  if (micro > parseMicro(maximum)) return { amount: null, problem: 'tooLarge' };
  return { amount: formatMicro(micro), problem: null };
}
