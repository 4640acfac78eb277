import type { Goods } from '@portside/contract';
import { everyPage } from '../../lib/api/every-page.ts';
import { parseMicro } from '@portside/contract/wire/money';
import { lowestPriceMicro, parsePrices } from '@portside/contract/wire/price';

/** Options for useQuery: all products on sale, from all pages, in the shop's order. */
export const allGoods = () => everyPage('listGoods');

/** As many accounts as one order can have now; where the stock is not shown exactly, as many as one may ever have. */
export const largestOrder = ({
  stock,
  stock_display: display,
  max_quantity: most,
}: Pick<Goods, 'stock' | 'stock_display' | 'max_quantity'>): number =>
  display !== 'exact' && stock > 0 ? most : Math.min(stock, most);

/** The lowest price of one account that an order can reach now. */
export const bestPriceMicro = (goods: Goods): bigint =>
  lowestPriceMicro(parsePrices(goods), largestOrder(goods));

/** The cheapest product in stock, else the cheapest. */
export function cheapest(goods: readonly Goods[]): Goods | undefined {
  const stocked = goods.filter((one) => stockLevel(one) !== 'soldOut');
  return (stocked.length > 0 ? stocked : goods).toSorted((a, b) =>
    Number(parseMicro(a.price) - parseMicro(b.price)),
  )[0];
}

export type StockLevel = 'plenty' | 'low' | 'soldOut';

const LOW_STOCK = 50;

/** Low: one or two wholesale orders could empty it, as exact figures tell. Less than the minimum order counts as sold out. */
export function stockLevel({
  stock,
  min_quantity,
  stock_display: display,
}: Pick<Goods, 'stock' | 'min_quantity' | 'stock_display'>): StockLevel {
  if (stock < Math.max(1, min_quantity)) return 'soldOut';
  return display === 'exact' && stock < Math.max(LOW_STOCK, 2 * min_quantity) ? 'low' : 'plenty';
}

/** How many accounts of this gender can be ordered; all of them if any gender will do. */
export const stockOf = (
  { stock, stock_by_gender: byGender }: Pick<Goods, 'stock' | 'stock_by_gender'>,
  variant: '' | keyof Goods['stock_by_gender'],
): number => (variant === '' ? stock : byGender[variant]);
