import { expect, test } from 'vitest';
import { nextTier, savedShare, tiersOf, totalMicro, unitPrice } from './price-of-quantity.ts';

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

test('a tier says which share of the base price it saves', () => {
  expect(savedShare(mailbox, '0.28')).toBeCloseTo(0.2);
  expect(savedShare(mailbox, '0.35')).toBe(0);
});

test('the ladder starts at the smallest order', () => {
  expect(tiersOf({ ...mailbox, min_quantity: 100 })).toEqual([
    { min_quantity: 100, price: '0.35' },
    { min_quantity: 1000, price: '0.24' },
  ]);
});
