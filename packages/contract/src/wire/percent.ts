/** Percent is a whole number of basis points (hundredths of a percent) in code, and a decimal string on the wire. */

/** "2.5" → 250. The contract has checked the text: two decimals at most. */
export function parsePercent(text: string): number {
  const [whole = '0', part = ''] = text.split('.');
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** 250 → "2.5". */
export const formatPercent = (basisPoints: number): string => (basisPoints / 100).toString();
