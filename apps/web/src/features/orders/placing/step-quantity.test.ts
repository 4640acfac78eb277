import { expect, test } from 'vitest';
import { stepQuantity } from './step-quantity.ts';

const bounds = { least: 1, most: 200, stock: 150 };

test.each([
  [1, 1, 2],
  [1, -1, 1],
  [1, 10, 11],
  [1, 100, 101],
  [10, 10, 20],
  [11, 100, 111],
  [100, 100, 150],
  [500, -1, 150],
  [Number.NaN, 1, 2],
])('%d %+d → %i', (quantity, by, stepped) => {
  expect(stepQuantity(quantity, by, bounds)).toBe(stepped);
});

test('the limit of an order holds, and so does the smallest order where stock has run out', () => {
  expect(stepQuantity(190, 100, { least: 5, most: 200, stock: 900 })).toBe(200);
  expect(stepQuantity(5, 10, { least: 5, most: 200, stock: 0 })).toBe(5);
});
