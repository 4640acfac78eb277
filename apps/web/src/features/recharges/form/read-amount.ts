import { formatMicro, parseMicro } from '@portside/contract/wire/money';
import { readDecimal } from '../../../lib/format/typed-numbers.ts';

export type AmountLimits = { readonly minimum: string; readonly maximum: string };

type TypedAmount =
  | { readonly amount: string; readonly problem: null }
  | { readonly amount: null; readonly problem: 'empty' | 'format' | 'tooSmall' | 'tooLarge' };

/** With two decimals, "1,000" can only mean a thousand where fractions have a point. */
const DECIMALS = 2;

/** Reads an amount as typed, within the limits (all in USDT): at most two decimals, in any way to write numbers. */
export function readAmount(typed: string, { minimum, maximum }: AmountLimits, language: string): TypedAmount {
  const text = readDecimal(typed, language, DECIMALS).trim();
  if (text === '') return { amount: null, problem: 'empty' };
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(text)) return { amount: null, problem: 'format' };
  const micro = parseMicro(text);
  if (micro < parseMicro(minimum)) return { amount: null, problem: 'tooSmall' };
  if (micro > parseMicro(maximum)) return { amount: null, problem: 'tooLarge' };
  return { amount: formatMicro(micro), problem: null };
}
