/** Intl reads decimal strings exactly, so no amount passes through a float. */
type Decimal = Intl.StringNumericLiteral;

/** "1234.5" → "1,234.50" in the reader's way: two to six decimals, never rounded up. */
export function formatUsdt(amount: string, language: string): string {
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
    roundingMode: 'trunc',
  }).format(amount as Decimal);
}

/** "1234.567" → "1,234.56": two decimals, rounded down. */
export function formatUsdtBalance(balance: string, language: string): string {
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    roundingMode: 'trunc',
  }).format(balance as Decimal);
}
