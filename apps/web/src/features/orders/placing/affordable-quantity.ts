import type { Goods } from '@portside/contract';
import { parseMicro } from '@portside/contract/wire/money';
import { tiersOf } from './price-of-quantity.ts';

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
