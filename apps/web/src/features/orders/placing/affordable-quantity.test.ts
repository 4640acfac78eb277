import { expect, test } from 'vitest';
import { affordableQuantity } from './affordable-quantity.ts';

const goods = {
  price: '1',
  price_tiers: [
    { min_quantity: 10, price: '0.8' },
    { min_quantity: 100, price: '0.5' },
  ],
  min_quantity: 2,
  max_quantity: 500,
};

test.each([
  ['1.99', 1_000, 0],
  ['2', 1_000, 2],
  ['7.9', 1_000, 7],
  // Ten cost 8, less than nine.
  ['8', 1_000, 10],
  ['8.79', 1_000, 10],
  ['49.99', 1_000, 62],
  ['50', 1_000, 100],
  ['50', 99, 62],
  ['100000', 1_000, 500],
  ['100000', 40, 40],
  ['100000', 1, 0],
  ['0', 1_000, 0],
])('%s USDT with %i in stock pay for %i', (balance, stock, quantity) => {
  expect(affordableQuantity(goods, stock, balance)).toBe(quantity);
});
