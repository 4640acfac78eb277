import type { Goods } from '@portside/contract';
import { readDecimal } from '../../../lib/format/typed-numbers.ts';
import { parsePrices, unitPriceMicro } from '@portside/contract/wire/price';

/** What `quantity` accounts cost, in micro-USDT. */
export const totalMicro = (goods: Pick<Goods, 'price' | 'price_tiers'>, quantity: number): bigint =>
  unitPriceMicro(parsePrices(goods), quantity) * BigInt(quantity);

/** A quantity as typed. NaN for everything else, so that input is never turned into another number. */
export function readQuantity(text: string, language: string): number {
  const written = readDecimal(text, language, 0);
  return /^\d{1,9}$/.test(written) ? Number(written) : Number.NaN;
}

type Bounds = { readonly least: number; readonly most: number; readonly stock: number };

/** Steps a quantity within what can be bought; an empty field (NaN) starts at the minimum order. */
export function stepQuantity(quantity: number, by: number, { least, most, stock }: Bounds): number {
  const start = Number.isFinite(quantity) ? quantity : least;
  return Math.max(least, Math.min(start + by, most, stock));
}
