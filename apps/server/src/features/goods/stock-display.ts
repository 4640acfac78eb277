import type { StockDisplay } from '@portside/contract';
import type { StockCount } from '../stock/index.ts';

/** What ranges begin with; an order has at most 10,000 accounts. */
const STEPS = [1, 10, 50, 100, 500, 1_000, 5_000, 10_000];

/**
 * A count of stock as it is shown. Too little for the smallest order is none at all, and of the rest at least as much is
 * shown as that order has: what is in stock and what is not stays true, whatever is shown of the figures.
 */
export function showCount(count: number, display: StockDisplay, minQuantity: number): number {
  if (display === 'exact') return count;
  if (count < Math.max(1, minQuantity)) return 0;
  return display === 'in_stock'
    ? minQuantity
    : Math.max(
        minQuantity,
        STEPS.findLast((step) => step <= count)!,
      );
}

/** The figures of a product's stock as they are shown. */
export function showStock(
  { male, female, unspecified }: StockCount,
  display: StockDisplay,
  minQuantity: number,
): { readonly stock: number; readonly stock_by_gender: StockCount } {
  const show = (count: number): number => showCount(count, display, minQuantity);
  return {
    stock: show(male + female + unspecified),
    stock_by_gender: { male: show(male), female: show(female), unspecified: show(unspecified) },
  };
}
