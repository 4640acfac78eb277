import type { Goods } from '@portside/contract';

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
