import type { Gender, Goods, SiteConfig } from '@portside/contract';
import { parseMicro, formatMicro } from '@portside/contract/wire/money';
import { isEmail } from '../../../lib/format/field-rules.ts';
import { totalMicro } from './quantity.ts';

export type Draft = {
  /** NaN while the field is empty or invalid. */
  readonly quantity: number;
  readonly gender: Gender;
  readonly email: string;
};

/** Why an order cannot be placed; amounts in micro-USDT. */
export type Obstacle =
  | { readonly kind: 'offline' | 'signIn' | 'emailEmpty' | 'emailInvalid' }
  | { readonly kind: 'quantity'; readonly least: number; readonly most: number }
  | { readonly kind: 'stock'; readonly left: number }
  | { readonly kind: 'balance'; readonly missingMicro: bigint };

const CENT_MICRO = 10_000n;

/**
 * The first obstacle between a draft and an order, which costs so much, or what the product says; undefined if there is
 * none.
 */
export function obstacleOf(
  { quantity, gender, email }: Draft,
  goods: Goods,
  buyer: { readonly balance: string } | null,
  costsMicro?: bigint,
): Obstacle | undefined {
  const left = stockOf(goods, gender);
  const { min_quantity: least, max_quantity } = goods;
  // Nobody signs up for what is sold out.
  if (left < least) return { kind: 'stock', left };
  if (!buyer) return { kind: 'signIn' };
  if (email.trim() === '') return { kind: 'emailEmpty' };
  if (!isEmail(email)) return { kind: 'emailInvalid' };
  if (!Number.isInteger(quantity) || quantity < least || quantity > max_quantity)
    return { kind: 'quantity', least, most: Math.min(max_quantity, left) };
  if (quantity > left) return { kind: 'stock', left };
  const missingMicro = missingOf(costsMicro ?? totalMicro(goods, quantity), parseMicro(buyer.balance));
  return missingMicro > 0n ? { kind: 'balance', missingMicro } : undefined;
}

/** The figure of the stock of this gender; random takes any. */
export const countOf = ({ stock, stock_by_gender }: Goods, gender: Gender): number =>
  gender === 'random' ? stock : stock_by_gender[gender];

/** Available accounts of this gender; where the stock is not shown exactly, as many as an order may have. */
export function stockOf(goods: Goods, gender: Gender): number {
  const count = countOf(goods, gender);
  return goods.stock_display === 'exact' || count < goods.min_quantity ? count : goods.max_quantity;
}

/**
 * What the balance lacks, in whole cents. The stored balance is rounded down to cents: within its last cent only the
 * server knows, so the order is sent.
 */
export function missingOf(total: bigint, balance: bigint): bigint {
  if (total < balance + CENT_MICRO) return 0n;
  const short = total - balance;
  return ((short + CENT_MICRO - 1n) / CENT_MICRO) * CENT_MICRO;
}

const USDT_MICRO = 1_000_000n;

/**
 * The top-up, in USDT, that brings at least `missingMicro`: rounded up to whole USDT, up to the shop's maximum. The least
 * that it may be depends on the network.
 */
export function topUpAmount(missingMicro: bigint, config: Pick<SiteConfig, 'recharge_maximum'>): string {
  const most = parseMicro(config.recharge_maximum);
  const whole = ((missingMicro + USDT_MICRO - 1n) / USDT_MICRO) * USDT_MICRO;
  return formatMicro(whole > most ? most : whole);
}
