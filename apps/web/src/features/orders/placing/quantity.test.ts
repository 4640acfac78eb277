import { expect, test } from 'vitest';
import { readQuantity, stepQuantity, totalMicro } from './quantity.ts';

test('a total has six decimals and the price of its tier', () => {
  const price_tiers = [{ min_quantity: 100, price: '0.3' }];
  expect(totalMicro({ price: '0.35', price_tiers }, 99)).toBe(34_650_000n);
  expect(totalMicro({ price: '0.35', price_tiers }, 100)).toBe(30_000_000n);
  expect(totalMicro({ price: '0.000001', price_tiers: [] }, 9_999)).toBe(9_999n);
});

test.each([
  ['1', 'en', 1],
  [' 25 ', 'en', 25],
  ['1,000', 'en', 1_000],
  ['10,000', 'zh-cn', 10_000],
  ['1.000', 'pt', 1_000],
  ['1 000', 'ru', 1_000],
  ['1\u00A0000', 'ru', 1_000],
  ['1 000', 'en', 1_000],
])('%j in %s is %d', (text, language, quantity) => {
  expect(readQuantity(text, language)).toBe(quantity);
});

test.each([
  ['', 'en'],
  ['-5', 'en'],
  ['1.5', 'en'],
  ['1,5', 'pt'],
  ['1.000', 'en'],
  ['1,000', 'ru'],
  ['1e2', 'en'],
  ['10,00', 'en'],
  [',100', 'en'],
  ['0x10', 'en'],
])('%j in %s is no quantity', (text, language) => {
  expect(readQuantity(text, language)).toBeNaN();
});

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
