import { readDecimal as readWritten } from '@portside/contract/wire/decimals';
import { decimalSeparatorOf, showDecimal } from './numbers.ts';

/**
 * What was typed in the API's notation. Text that is no number, or could be two ("1,200" where fractions have a point,
 * "1.200" where they have a comma), is only written with the API's signs, and refused by it.
 */
export function readDecimal(typed: string, language: string, decimals?: number): string {
  const sign = decimalSeparatorOf(language);
  const read = readWritten(typed, { sign, ...(decimals !== undefined && { decimals }) });
  return read !== null && 'decimal' in read ? read.decimal : showDecimal(typed, language);
}

/** An amount of USDT as calls take it, without blanks around it. */
export const AMOUNT = /^\d{1,12}(\.\d{1,6})?$/;

const DECIMALS = /^\d+\.\d+$|(?<=: |< )\d+\.\d+|\d+\.\d+(?=: )/g;

/** A price, tiers ("10: 1.125; 100: 1") or floors with the reader's sign for decimals: to some, "1.125" is a thousand. */
export const showDecimals = (text: string, language: string): string =>
  text.replaceAll(DECIMALS, (decimal) => showDecimal(decimal, language));
