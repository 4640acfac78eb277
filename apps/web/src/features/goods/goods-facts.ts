import type { Data, Goods } from '@portside/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { queryKey, quietOffline } from '../../lib/api/query.ts';
import { DAY_MS } from '../../lib/format/times.ts';
import { lowestPriceMicro, parsePrices } from '@portside/contract/wire/price';

type AllGoods = { readonly items: Goods[] };

/** Options for useQuery: all products on sale, in the shop's order, however many pages the server makes of them. */
export const allGoods = () =>
  queryOptions<AllGoods>({
    queryKey: queryKey('listGoods'),
    queryFn: async ({ signal }) => {
      const items: Goods[] = [];
      let cursor: string | null = null;
      do {
        const page: Data<'listGoods'> = await call(
          'listGoods',
          cursor === null ? {} : { query: { cursor } },
          { ...quietOffline(), signal },
        );
        items.push(...page.items);
        cursor = page.next_cursor;
      } while (cursor !== null);
      return { items };
    },
  });

const IN_ROW = 4;

const WEEK_MS = 7 * DAY_MS;

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

type StockedCategory = {
  id: string;
  name: string;
  products: number;
  stock: number;
  /** The lowest price of one account at any quantity. */
  lowestMicro: bigint;
};

/** Sums products by category, best stocked first. */
export function stockedCategories(goods: readonly Goods[]): StockedCategory[] {
  const byCategory = new Map<string, StockedCategory>();
  for (const product of goods) {
    const { category, stock } = product;
    const ownMicro = lowestPriceMicro(parsePrices(product));
    const entry = byCategory.get(category.id);
    byCategory.set(category.id, {
      ...category,
      products: (entry?.products ?? 0) + 1,
      stock: (entry?.stock ?? 0) + stock,
      lowestMicro: entry && entry.lowestMicro < ownMicro ? entry.lowestMicro : ownMicro,
    });
  }
  return [...byCategory.values()].toSorted((a, b) => b.stock - a.stock);
}

export type StockLevel = 'plenty' | 'low' | 'soldOut';

const LOW_STOCK = 50;

/** Low: one or two wholesale orders could empty it. Less than the minimum order counts as sold out. */
export function stockLevel({ stock, min_quantity }: Pick<Goods, 'stock' | 'min_quantity'>): StockLevel {
  if (stock < Math.max(1, min_quantity)) return 'soldOut';
  return stock < Math.max(LOW_STOCK, 2 * min_quantity) ? 'low' : 'plenty';
}

/** How many a buyer can order who wants only this gender; all of them where any will do. */
export const stockOf = (
  { stock, stock_by_gender: byGender }: Pick<Goods, 'stock' | 'stock_by_gender'>,
  variant: '' | keyof Goods['stock_by_gender'],
): number => (variant === '' ? stock : byGender[variant]);
