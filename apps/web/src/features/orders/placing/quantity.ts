import type { Goods } from '@portside/contract';
import { parsePrices, unitPriceMicro } from '@portside/contract/wire/price';

/** What `quantity` accounts cost, in micro-USDT. */
export const totalMicro = (goods: Pick<Goods, 'price' | 'price_tiers'>, quantity: number): bigint =>
  unitPriceMicro(parsePrices(goods), quantity) * BigInt(quantity);

/**
 * Reads a quantity as typed: digits, grouped as in the reader's language or with spaces. NaN for everything else, so
 * that input is never turned into another number.
 */
export function readQuantity(text: string, language: string): number {
  const written = text.trim();
  if (/^\d+$/.test(written)) return Number(written);
  const group = groupSignOf(language);
  const digits = written.replaceAll(/\s/g, group).split(group);
  const isGrouped = /^\d{1,3}$/.test(digits[0]!) && digits.slice(1).every((part) => /^\d{3}$/.test(part));
  return isGrouped ? Number(digits.join('')) : Number.NaN;
}

/** Formatted from 10,000: some languages group only from five digits on. */
const groupSignOf = (language: string): string =>
  new Intl.NumberFormat(language).formatToParts(10_000).find(({ type }) => type === 'group')?.value ?? ' ';

type Bounds = { readonly least: number; readonly most: number; readonly stock: number };

/** Steps a quantity within what can be bought; an empty field (NaN) starts at the minimum order. */
export function stepQuantity(quantity: number, by: number, { least, most, stock }: Bounds): number {
  const start = Number.isFinite(quantity) ? quantity : least;
  return Math.max(least, Math.min(start + by, most, stock));
}
