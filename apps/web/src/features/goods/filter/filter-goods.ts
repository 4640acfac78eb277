import type { Goods } from '@portside/contract';
import { parseMicro } from '@portside/contract/wire/money';
import type { GoodsFilter } from './goods-filter.ts';
import { lowestPrice } from '../lowest-price.ts';
import { stockLevel } from '../stock-level.ts';

/**
 * The products that pass the filter. What is sold out comes last in every order; a search without an order of its own
 * has the best match first.
 */
export function filterGoods(
  goods: readonly Goods[],
  filter: GoodsFilter,
  search: (goods: readonly Goods[], text: string) => Goods[],
): Goods[] {
  const passed = goods.filter((one) => isWanted(one, filter));
  const found = filter.q === '' ? passed : search(passed, filter.q);
  if (filter.sort === '') return found;
  const compare = ORDERS[filter.sort];
  return found.toSorted((a, b) => Number(isSoldOut(a)) - Number(isSoldOut(b)) || compare(a, b));
}

const isSoldOut = (goods: Goods): boolean => stockLevel(goods) === 'soldOut';

const priceMicro = (goods: Goods): bigint => parseMicro(lowestPrice(goods));
const byPrice = (a: Goods, b: Goods): number => Number(priceMicro(a) - priceMicro(b));

const ORDERS: Readonly<Record<Exclude<GoodsFilter['sort'], ''>, (a: Goods, b: Goods) => number>> = {
  newest: (a, b) => (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0),
  price: byPrice,
  '-price': (a, b) => byPrice(b, a),
  stock: (a, b) => b.stock - a.stock,
  sold: (a, b) => b.sold - a.sold,
};

function isWanted(goods: Goods, filter: GoodsFilter): boolean {
  const { category, isInStock, priceFrom, priceTo, warranty, variant } = filter;
  return (
    (category === '' || goods.category.id === category) &&
    (!isInStock || !isSoldOut(goods)) &&
    (priceFrom === '' || priceMicro(goods) >= parseMicro(priceFrom)) &&
    (priceTo === '' || priceMicro(goods) <= parseMicro(priceTo)) &&
    goods.warranty_hours >= warranty &&
    (variant === '' || goods.genders.includes(variant))
  );
}
