type Bounds = { readonly least: number; readonly most: number; readonly stock: number };

/**
 * Steps a quantity up or down within what can be bought. From the smallest order a leap lands on round
 * numbers: 1 and +10 make 10. An empty field (NaN) starts at the smallest order.
 */
export function stepQuantity(quantity: number, by: number, { least, most, stock }: Bounds): number {
  const start = Number.isFinite(quantity) ? quantity : least;
  const isLeapFromOne = start === 1 && by > 1;
  const wanted = isLeapFromOne ? by : start + by;
  return Math.max(least, Math.min(wanted, most, Math.max(stock, least)));
}
