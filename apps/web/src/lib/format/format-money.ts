/** Intl formats decimal strings exactly, so no amount passes through a float. */
type Decimal = Intl.StringNumericLiteral;

/** "1234.5" → "1,234.50" in the reader's format: two to six decimals, truncated. */
export function formatUsdt(amount: string, language: string): string {
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
    roundingMode: 'trunc',
  }).format(amount as Decimal);
}

/** "1234.567" → "1,234.56": two decimals, truncated. */
export function formatUsdtBalance(balance: string, language: string): string {
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    roundingMode: 'trunc',
  }).format(balance as Decimal);
}
