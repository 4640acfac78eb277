import { expect, test } from 'vitest';
import {
  nextTier,
  totalMicro,
  unitPrice,
  affordableQuantity,
  readQuantity,
  stepQuantity,
} from './quantity.ts';

const mailbox = {
  price: '0.35',
  min_quantity: 1,
  // The server guarantees no order.
  price_tiers: [
    { min_quantity: 1000, price: '0.24' },
    { min_quantity: 100, price: '0.3' },
  ],
};

test.each([
  [1, '0.35', 350_000n],
  [99, '0.35', 34_650_000n],
  [100, '0.3', 30_000_000n],
  [999, '0.3', 299_700_000n],
  [1000, '0.24', 240_000_000n],
  [10_000, '0.24', 2_400_000_000n],
])('%i cost %s each', (quantity, price, total) => {
  expect(unitPrice(mailbox, quantity)).toBe(price);
  expect(totalMicro(mailbox, quantity)).toBe(total);
});

test('six decimals stay exact', () => {
  expect(totalMicro({ price: '0.000001', price_tiers: [] }, 9_999)).toBe(9_999n);
});

test('the next tier says how many are missing', () => {
  expect(nextTier(mailbox, 1)).toEqual({ missing: 99, price: '0.3', savedMicro: 5_000_000n });
  expect(nextTier(mailbox, 100)).toEqual({ missing: 900, price: '0.24', savedMicro: 60_000_000n });
  expect(nextTier(mailbox, 1000)).toBeUndefined();
  const dearer = [{ min_quantity: 10, price: '0.5' }];
  expect(nextTier({ price: '0.35', price_tiers: dearer }, 1)).toBeUndefined();
});

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
