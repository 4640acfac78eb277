import type { Goods } from '@portside/contract';
import { parseMicro } from '@portside/contract/wire/money';
import type { GoodsFilter } from './goods-filter.ts';
import { lowestPrice } from '../lowest-price.ts';
import { stockLevel, stockOf } from '../stock-level.ts';

/**
 * The products that pass the filter. What is sold out comes last in every order; a search without an order of its own
 * has the best match first. Where a gender is asked for, only its stock counts.
 */
export function filterGoods(
  goods: readonly Goods[],
  filter: GoodsFilter,
  search: (goods: readonly Goods[], text: string) => Goods[],
): Goods[] {
  const passed = goods.filter((one) => isWanted(one, filter));
  const found = filter.q === '' ? passed : search(passed, filter.q);
  if (filter.sort === '') return found;
  const { variant } = filter;
  const compare = ORDERS[filter.sort];
  return found.toSorted(
    (a, b) => Number(isSoldOut(a, variant)) - Number(isSoldOut(b, variant)) || compare(a, b, variant),
  );
}

type Variant = GoodsFilter['variant'];

const isSoldOut = (goods: Goods, variant: Variant): boolean =>
  stockLevel({ ...goods, stock: stockOf(goods, variant) }) === 'soldOut';

const priceMicro = (goods: Goods): bigint => parseMicro(lowestPrice(goods));
const byPrice = (a: Goods, b: Goods): number => Number(priceMicro(a) - priceMicro(b));

type Compare = (a: Goods, b: Goods, variant: Variant) => number;
const ORDERS: Readonly<Record<Exclude<GoodsFilter['sort'], ''>, Compare>> = {
  newest: (a, b) => (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0),
  price: byPrice,
  '-price': (a, b) => byPrice(b, a),
  stock: (a, b, variant) => stockOf(b, variant) - stockOf(a, variant),
  sold: (a, b) => b.sold - a.sold,
};

function isWanted(goods: Goods, filter: GoodsFilter): boolean {
  const { category, isInStock, priceFrom, priceTo, warranty, variant } = filter;
  return (
    (category === '' || goods.category.id === category) &&
    (!isInStock || !isSoldOut(goods, variant)) &&
    (priceFrom === '' || priceMicro(goods) >= parseMicro(priceFrom)) &&
    (priceTo === '' || priceMicro(goods) <= parseMicro(priceTo)) &&
    goods.warranty_hours >= warranty &&
    (variant === '' || goods.genders.includes(variant))
  );
}
