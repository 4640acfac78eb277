import { readDecimal } from '../../../lib/format/decimal-text.ts';
import { formatMicro, parseMicro } from '@portside/contract/wire/money';

export type AmountLimits = { readonly minimum: string; readonly maximum: string };

type TypedAmount =
  | { readonly amount: string; readonly problem: null }
  | { readonly amount: null; readonly problem: 'empty' | 'format' | 'tooSmall' | 'tooLarge' };

/**
 * Reads an amount as typed, within the limits (all in USDT): at most two decimals after a point or a comma. Thousands
 * may be grouped by spaces only: "1,000" and "1.000" mean different amounts to different readers, so they are refused.
 */
export function readAmount(typed: string, { minimum, maximum }: AmountLimits, language: string): TypedAmount {
  const text = readDecimal(typed.trim(), language);
  if (text === '') return { amount: null, problem: 'empty' };
  if (!/^(\d{1,12}|\d{1,3}(\s\d{3}){1,3})(\.\d{1,2})?$/.test(text))
    return { amount: null, problem: 'format' };
  const micro = parseMicro(text.replaceAll(/\s/g, ''));
  if (micro < parseMicro(minimum)) return { amount: null, problem: 'tooSmall' };
  if (micro > parseMicro(maximum)) return { amount: null, problem: 'tooLarge' };
  return { amount: formatMicro(micro), problem: null };
}
