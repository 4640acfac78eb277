import type { Goods } from '@portside/contract';
import { parseMicro } from '@portside/contract/wire/money';

type Priced = Pick<Goods, 'price' | 'price_tiers'>;
export type Tier = Goods['price_tiers'][number];

/** All prices by quantity, the base price first. */
export const tiersOf = ({
  price,
  price_tiers,
  min_quantity,
}: Priced & Pick<Goods, 'min_quantity'>): Tier[] => [
  { min_quantity, price },
  ...price_tiers
    .filter((tier) => tier.min_quantity > min_quantity)
    .toSorted((a, b) => a.min_quantity - b.min_quantity),
];

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

/** What a tier saves against the base price, as a share from 0 to 1. */
export const savedShare = ({ price }: Pick<Goods, 'price'>, tierPrice: string): number =>
  1 - Number(parseMicro(tierPrice)) / Number(parseMicro(price));
