import type { Goods } from '@portside/contract';

/** The decimal separator of each language, asked of Intl once. */
const separators = new Map<string, '.' | ','>();

/** What separates whole numbers from fractions in a language. */
export function decimalSeparatorOf(language: string): '.' | ',' {
  const known = separators.get(language);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(language).formatToParts(0.5);
  const found = parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
  separators.set(language, found);
  return found;
}

/** A decimal of the API as a field shows it in that language. */
export const showDecimal = (decimal: string, language: string): string =>
  decimalSeparatorOf(language) === '.'
    ? decimal
    : decimal.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));

/** Intl formats decimal strings exactly, so no amount passes through a float. */
type Decimal = Intl.StringNumericLiteral;

const withDecimals = (most: number) =>
  keptFormats(
    (language) =>
      new Intl.NumberFormat(language, {
        minimumFractionDigits: 2,
        maximumFractionDigits: most,
        roundingMode: 'trunc',
      }),
  );

const exact = withDecimals(6);

const rounded = withDecimals(2);

/** A minus sign, as wide as a digit and never at the end of a line, in place of Intl's hyphen. */
const withMinus = (text: string): string => text.replace('-', '−');

/** "1234.5" → "1,234.50" in the reader's format: two to six decimals, truncated. All amounts are shown by it. */
export const formatUsdt = (amount: string, language: string): string =>
  withMinus(exact(language).format(amount as Decimal));

/** "1234.567" → "1,234.56": two decimals, truncated. For balances and sums of a period, which are said to the cent. */
export const formatUsdtBalance = (balance: string, language: string): string =>
  withMinus(rounded(language).format(balance as Decimal));

/** A percentage of the wire ("7.5") as its readers write it: "7.5%", in Russian "7,5 %" with a no-break space. */
export const formatPercent = (percent: string, language: string): string =>
  withMinus((Number(percent) / 100).toLocaleString(language, { style: 'percent', maximumFractionDigits: 2 }));

/** A figure of a product's stock as the shop shows it: exact, at least so many, or that there is some. */
export const formatStock = (
  { stock_display: display }: Pick<Goods, 'stock_display'>,
  count: number,
  language: string,
): string =>
  display === 'in_stock' && count > 0
    ? '✓'
    : count.toLocaleString(language) + (display === 'ranges' && count > 0 ? '+' : '');

/** A decimal text in the coin's smallest unit; digits beyond it are dropped. */
export function parseUnits(text: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals));
}

/**
 * Makes each language's format once: making one takes many times as long as using it, and a list uses it in every
 * row.
 */
export function keptFormats<T>(make: (language: string) => T): (language: string) => T {
  const kept = new Map<string, T>();
  return (language) => {
    let format = kept.get(language);
    if (format === undefined) kept.set(language, (format = make(language)));
    return format;
  };
}
