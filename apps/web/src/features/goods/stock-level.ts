import type { Goods } from '@portside/contract';

export type StockLevel = 'plenty' | 'low' | 'soldOut';

const LOW_STOCK = 50;

/** Low: a wholesale order or two could empty it. Less than the smallest order is sold out to a buyer. */
export function stockLevel({ stock, min_quantity }: Pick<Goods, 'stock' | 'min_quantity'>): StockLevel {
  if (stock < Math.max(1, min_quantity)) return 'soldOut';
  return stock < Math.max(LOW_STOCK, 2 * min_quantity) ? 'low' : 'plenty';
}
