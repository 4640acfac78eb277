import type { Goods } from '@portside/contract';
import { parseMicro } from '@portside/contract/wire/money';
import { tiersOf } from '../../../lib/format/price-tiers.ts';

type Priced = Pick<Goods, 'price' | 'price_tiers'>;

/** Unit price for `quantity` accounts, as on the wire: the price of the highest tier reached. */
export function unitPrice({ price, price_tiers }: Priced, quantity: number): string {
  const reached = price_tiers.filter((tier) => quantity >= tier.min_quantity);
  return reached.toSorted((a, b) => b.min_quantity - a.min_quantity)[0]?.price ?? price;
}

/** Total in micro-USDT. */
export const totalMicro = (goods: Priced, quantity: number): bigint =>
  parseMicro(unitPrice(goods, quantity)) * BigInt(quantity);

/**
 * Accounts missing to the next tier that is cheaper, its price, and what that tier's smallest order saves against the
 * present unit price, in micro-USDT; undefined at the last one.
 */
export function nextTier(
  goods: Priced,
  quantity: number,
): { missing: number; price: string; savedMicro: bigint } | undefined {
  const priceMicro = parseMicro(unitPrice(goods, quantity));
  const next = goods.price_tiers
    .filter((tier) => tier.min_quantity > quantity && parseMicro(tier.price) < priceMicro)
    .toSorted((a, b) => a.min_quantity - b.min_quantity)[0];
  if (!next) return undefined;
  const savedMicro = (priceMicro - parseMicro(next.price)) * BigInt(next.min_quantity);
  return { missing: next.min_quantity - quantity, price: next.price, savedMicro };
}

type Offered = Pick<Goods, 'price' | 'price_tiers' | 'min_quantity' | 'max_quantity'>;

/**
 * The largest quantity that a balance pays for, within what an order may contain and `stock` holds; 0 where it is
 * none. A tier can make more accounts cost less, so each is looked at by itself, the largest quantities first.
 */
export function affordableQuantity(goods: Offered, stock: number, balance: string): number {
  const balanceMicro = parseMicro(balance);
  let most = Math.min(goods.max_quantity, stock);
  for (const { min_quantity: least, price } of tiersOf(goods).toReversed()) {
    const priceMicro = parseMicro(price);
    const paid = balanceMicro / priceMicro;
    const quantity = paid > BigInt(most) ? most : Number(paid);
    if (quantity >= least) return quantity;
    most = Math.min(most, least - 1);
  }
  return 0;
}

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
