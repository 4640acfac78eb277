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

/** The first obstacle between a draft and an order; undefined if there is none. */
export function obstacleOf(
  { quantity, gender, email }: Draft,
  goods: Goods,
  buyer: { readonly balance: string } | null,
): Obstacle | undefined {
  if (!buyer) return { kind: 'signIn' };
  if (email.trim() === '') return { kind: 'emailEmpty' };
  if (!isEmail(email)) return { kind: 'emailInvalid' };
  const left = stockOf(goods, gender);
  const { min_quantity: least, max_quantity } = goods;
  if (left < least) return { kind: 'stock', left };
  if (!Number.isInteger(quantity) || quantity < least || quantity > max_quantity)
    return { kind: 'quantity', least, most: Math.min(max_quantity, left) };
  if (quantity > left) return { kind: 'stock', left };
  const missingMicro = missing(totalMicro(goods, quantity), parseMicro(buyer.balance));
  return missingMicro > 0n ? { kind: 'balance', missingMicro } : undefined;
}

/** Available accounts of this gender; random takes any. */
export const stockOf = ({ stock, stock_by_gender }: Goods, gender: Gender): number =>
  gender === 'random' ? stock : stock_by_gender[gender];

/** The stored balance is rounded down to cents. Within its last cent only the server knows, so the order is sent. */
function missing(total: bigint, balance: bigint): bigint {
  if (total < balance + CENT_MICRO) return 0n;
  const short = total - balance;
  return ((short + CENT_MICRO - 1n) / CENT_MICRO) * CENT_MICRO;
}

type Offered = Pick<SiteConfig, 'recharge_amounts' | 'recharge_minimum' | 'recharge_maximum'>;

const USDT_MICRO = 1_000_000n;

/**
 * The top-up, in USDT, that brings at least `missingMicro`: the smallest suggested amount that is enough, else whole
 * USDT, within the shop's limits.
 */
export function topUpAmount(missingMicro: bigint, config: Offered): string {
  const least = parseMicro(config.recharge_minimum);
  const most = parseMicro(config.recharge_maximum);
  const choices = config.recharge_amounts
    .map(parseMicro)
    .filter((amount) => amount >= least && amount <= most);
  const enough = choices.filter((amount) => amount >= missingMicro);
  if (enough.length > 0) return formatMicro(enough.reduce((a, b) => (b < a ? b : a)));
  const whole = ((missingMicro + USDT_MICRO - 1n) / USDT_MICRO) * USDT_MICRO;
  return formatMicro(whole < least ? least : whole > most ? most : whole);
}

/** The least that can be topped up, where less is missing; null elsewhere. */
export const minimumAbove = (missingMicro: bigint, { recharge_minimum: minimum }: Offered): string | null =>
  parseMicro(minimum) > missingMicro ? minimum : null;
