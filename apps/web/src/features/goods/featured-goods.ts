import type { Goods } from '@portside/contract';

const IN_ROW = 4;
const WEEK_MS = 7 * 86_400_000;

/** Products in stock by accounts sold in the last seven days, best first; only those of which any was sold. */
export const bestSellers = (goods: readonly Goods[]): Goods[] =>
  goods
    .filter(({ stock, sold_this_week: sold }) => stock > 0 && sold > 0)
    .toSorted((a, b) => b.sold_this_week - a.sold_this_week)
    .slice(0, IN_ROW);

/** The first products in stock, in the shop's own order: what is shown before anything was sold. */
export const firstProducts = (goods: readonly Goods[]): Goods[] =>
  goods.filter(({ stock }) => stock > 0).slice(0, IN_ROW);

/** Products that came back in the last seven days, the latest first. */
export const returnedGoods = (goods: readonly Goods[], nowMs: number): Goods[] =>
  goods
    .filter(({ stock, returned_at: at }) => stock > 0 && at !== null && Date.parse(at) > nowMs - WEEK_MS)
    .toSorted((a, b) => Date.parse(b.returned_at!) - Date.parse(a.returned_at!))
    .slice(0, IN_ROW);
