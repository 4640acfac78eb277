import type { Gender, Goods } from '@portside/contract';
import { parseMicro } from '@portside/contract/wire/money';
import { Email } from '@portside/contract/wire/values';
import { totalMicro } from './price-of-quantity.ts';

export type Draft = {
  /** NaN while the field holds none. */
  readonly quantity: number;
  readonly gender: Gender;
  readonly email: string;
};

/** Why an order cannot be placed; amounts in micro-USDT. */
export type Obstacle =
  | { readonly kind: 'signIn' | 'emailEmpty' | 'emailInvalid' }
  | { readonly kind: 'quantity'; readonly least: number; readonly most: number }
  | { readonly kind: 'stock'; readonly left: number }
  | { readonly kind: 'balance'; readonly missingMicro: bigint };

const CENT_MICRO = 10_000n;

/** What stands between a draft and an order, the first thing first; undefined when nothing does. */
export function obstacleOf(
  { quantity, gender, email }: Draft,
  goods: Goods,
  buyer: { readonly balance: string } | null,
): Obstacle | undefined {
  if (!buyer) return { kind: 'signIn' };
  if (email.trim() === '') return { kind: 'emailEmpty' };
  if (!isEmail(email)) return { kind: 'emailInvalid' };
  const { min_quantity: least, max_quantity: most } = goods;
  if (!Number.isInteger(quantity) || quantity < least || quantity > most)
    return { kind: 'quantity', least, most };
  const left = stockOf(goods, gender);
  if (quantity > left) return { kind: 'stock', left };
  const missingMicro = missing(totalMicro(goods, quantity), parseMicro(buyer.balance));
  return missingMicro > 0n ? { kind: 'balance', missingMicro } : undefined;
}

/** How many accounts of this gender can be had; random takes any. */
export const stockOf = ({ stock, stock_by_gender }: Goods, gender: Gender): number =>
  gender === 'random' ? stock : stock_by_gender[gender];

export const isEmail = (text: string): boolean => Email.safeParse(text.trim()).success;

/** The shown balance is rounded down: within its last cent only the server knows, so it is asked. */
function missing(total: bigint, balance: bigint): bigint {
  if (total < balance + CENT_MICRO) return 0n;
  const short = total - balance;
  return ((short + CENT_MICRO - 1n) / CENT_MICRO) * CENT_MICRO;
}
