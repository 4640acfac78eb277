import { expect, test } from 'vitest';
import { stockLevel } from './stock-level.ts';

test.each([
  [0, 1, 'soldOut'],
  [4, 5, 'soldOut'],
  [5, 5, 'low'],
  [49, 1, 'low'],
  [50, 1, 'plenty'],
  [150, 100, 'low'],
  [200, 100, 'plenty'],
] as const)('%i in stock, sold from %i on: %s', (stock, min_quantity, level) => {
  expect(stockLevel({ stock, min_quantity })).toBe(level);
});
