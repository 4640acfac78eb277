import { expect, test } from 'vitest';
import {
  affordableQuantity,
  lowestPriceMicro,
  nextTier,
  parsePrices,
  priceLadder,
  savedShare,
  unitPriceMicro,
} from './price.ts';

const mailbox = parsePrices({
  price: '0.35',
  // In no order.
  price_tiers: [
    { min_quantity: 1000, price: '0.24' },
    { min_quantity: 100, price: '0.3' },
  ],
});

test.each([
  [1, 350_000n],
  [99, 350_000n],
  [100, 300_000n],
  [999, 300_000n],
  [1000, 240_000n],
  [10_000, 240_000n],
])('of %i one costs %i', (quantity, priceMicro) => {
  expect(unitPriceMicro(mailbox, quantity)).toBe(priceMicro);
});

test('six decimals stay exact', () => {
  expect(unitPriceMicro(parsePrices({ price: '0.000001', price_tiers: [] }), 9_999)).toBe(1n);
});

test('the ladder starts at the smallest order', () => {
  expect(priceLadder(mailbox, 100)).toEqual([
    { minQuantity: 100, priceMicro: 350_000n },
    { minQuantity: 1000, priceMicro: 240_000n },
  ]);
});

test('prices compare as money, not as text, and tiers count', () => {
  const tiers = [{ min_quantity: 100, price: '9.05' }];
  expect(lowestPriceMicro(parsePrices({ price: '10', price_tiers: tiers }))).toBe(9_050_000n);
  expect(lowestPriceMicro(parsePrices({ price: '10', price_tiers: [] }))).toBe(10_000_000n);
});

test('a tier says which share of the base price it saves', () => {
  expect(savedShare(mailbox, 280_000n)).toBeCloseTo(0.2);
  expect(savedShare(mailbox, 350_000n)).toBe(0);
});

test('the next tier is the next cheaper one', () => {
  expect(nextTier(mailbox, 1)).toEqual({ minQuantity: 100, priceMicro: 300_000n, savedMicro: 5_000_000n });
  expect(nextTier(mailbox, 100)).toEqual({
    minQuantity: 1000,
    priceMicro: 240_000n,
    savedMicro: 60_000_000n,
  });
  expect(nextTier(mailbox, 1000)).toBeUndefined();
  const dearer = [{ min_quantity: 10, price: '0.5' }];
  expect(nextTier(parsePrices({ price: '0.35', price_tiers: dearer }), 1)).toBeUndefined();
});

const goods = parsePrices({
  price: '1',
  price_tiers: [
    { min_quantity: 10, price: '0.8' },
    { min_quantity: 100, price: '0.5' },
  ],
});

test.each([
  [1_990_000n, 500, 0],
  [2_000_000n, 500, 2],
  [7_900_000n, 500, 7],
  // Ten cost 8, less than nine.
  [8_000_000n, 500, 10],
  [8_790_000n, 500, 10],
  [49_990_000n, 500, 62],
  [50_000_000n, 500, 100],
  [50_000_000n, 99, 62],
  [100_000_000_000n, 500, 500],
  [100_000_000_000n, 40, 40],
  [100_000_000_000n, 1, 0],
  [0n, 500, 0],
])('%i micro-USDT pay for at most %i: %i', (balanceMicro, most, quantity) => {
  expect(affordableQuantity(goods, { least: 2, most }, balanceMicro)).toBe(quantity);
});
