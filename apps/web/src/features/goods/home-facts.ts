import type { Goods } from '@portside/contract';
import { DAY_MS } from '../../lib/format/times.ts';
import { bestPriceMicro, stockLevel } from './goods-facts.ts';

const IN_ROW = 4;

const WEEK_MS = 7 * DAY_MS;

const isInStock = (goods: Goods): boolean => stockLevel(goods) !== 'soldOut';

/** Products in stock that sold in the last seven days, best sellers first. */
export const bestSellers = <T extends Goods>(goods: readonly T[]): T[] =>
  goods
    .filter((one) => isInStock(one) && one.sold_this_week > 0)
    .toSorted((a, b) => b.sold_this_week - a.sold_this_week)
    .slice(0, IN_ROW);

/** The first products in stock, in the shop's order; shown before anything was sold. */
export const firstProducts = <T extends Goods>(goods: readonly T[]): T[] =>
  goods.filter(isInStock).slice(0, IN_ROW);

/** Other products in stock: those of the same category first, then what sells best. */
export const similarGoods = <T extends Goods>(
  goods: readonly T[],
  { id, category }: Pick<Goods, 'id' | 'category'>,
): T[] =>
  goods
    .filter((one) => one.id !== id && isInStock(one))
    .toSorted(
      (a, b) =>
        Number(b.category.id === category.id) - Number(a.category.id === category.id) ||
        b.sold_this_week - a.sold_this_week,
    )
    .slice(0, IN_ROW);

/** Products that came back in the last seven days, the latest first. */
export const returnedGoods = <T extends Goods>(goods: readonly T[], nowMs: number): T[] =>
  goods
    .filter((one) => isInStock(one) && Date.parse(one.returned_at ?? '') > nowMs - WEEK_MS)
    .toSorted((a, b) => Date.parse(b.returned_at!) - Date.parse(a.returned_at!))
    .slice(0, IN_ROW);

type StockedCategory = {
  id: string;
  name: string;
  products: number;
  stock: number;
  /** As inexact as the least exact of its products. */
  stock_display: Goods['stock_display'];
  /** The lowest price of one account that an order can reach now. */
  lowestMicro: bigint;
};

/** Sums products by category of the first level, best stocked first. */
export function stockedCategories(goods: readonly Goods[]): StockedCategory[] {
  const byCategory = new Map<string, StockedCategory>();
  for (const product of goods) {
    const { stock, stock_display: display } = product;
    const { id, name } = product.category.parent ?? product.category;
    const ownMicro = bestPriceMicro(product);
    const entry = byCategory.get(id);
    byCategory.set(id, {
      id,
      name,
      products: (entry?.products ?? 0) + 1,
      stock: (entry?.stock ?? 0) + stock,
      stock_display: display === 'exact' ? (entry?.stock_display ?? display) : display,
      lowestMicro: entry && entry.lowestMicro < ownMicro ? entry.lowestMicro : ownMicro,
    });
  }
  return [...byCategory.values()].toSorted((a, b) => b.stock - a.stock);
}
