/** A decimal text of a coin, such as the fee of a transaction, with about four figures: "0.001234". */
export function formatCoin(amount: string, language: string): string {
  return new Intl.NumberFormat(language, { maximumSignificantDigits: 4 }).format(
    amount as Intl.StringNumericLiteral,
  );
}

/** The smallest units of a coin as a decimal text. */
export function coinText(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return fraction === '' ? digits.slice(0, -decimals) : `${digits.slice(0, -decimals)}.${fraction}`;
}
