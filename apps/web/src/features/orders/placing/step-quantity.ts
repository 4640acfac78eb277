type Bounds = { readonly least: number; readonly most: number; readonly stock: number };

/** Steps a quantity within what can be bought; an empty field (NaN) starts at the minimum order. */
export function stepQuantity(quantity: number, by: number, { least, most, stock }: Bounds): number {
  const start = Number.isFinite(quantity) ? quantity : least;
  return Math.max(least, Math.min(start + by, most, stock));
}
