import type { Goods } from '@portside/contract';
import { lower, lowestPrice } from './lowest-price.ts';

type StockedCategory = {
  id: string;
  name: string;
  products: number;
  stock: number;
  /** The lowest unit price at any quantity, as on the wire. */
  lowestPrice: string;
};

/** Sums products by category, best stocked first. */
export function stockedCategories(goods: readonly Goods[]): StockedCategory[] {
  const byCategory = new Map<string, StockedCategory>();
  for (const product of goods) {
    const { category, stock } = product;
    const lowest = lowestPrice(product);
    const entry = byCategory.get(category.id);
    byCategory.set(category.id, {
      ...category,
      products: (entry?.products ?? 0) + 1,
      stock: (entry?.stock ?? 0) + stock,
      lowestPrice: entry ? lower(entry.lowestPrice, lowest) : lowest,
    });
  }
  return [...byCategory.values()].toSorted((a, b) => b.stock - a.stock);
}
