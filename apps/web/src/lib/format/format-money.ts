import { keptFormats } from './kept-formats.ts';

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

/** "1234.5" → "1,234.50" in the reader's format: two to six decimals, truncated. */
export const formatUsdt = (amount: string, language: string): string =>
  exact(language).format(amount as Decimal);

/** "1234.567" → "1,234.56": two decimals, truncated. */
export const formatUsdtBalance = (balance: string, language: string): string =>
  rounded(language).format(balance as Decimal);
