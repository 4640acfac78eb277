import { expect, test } from 'vitest';
import { savedShare, tiersOf } from './price-tiers.ts';

const mailbox = {
  price: '0.35',
  min_quantity: 1,
  // The server guarantees no order.
  price_tiers: [
    { min_quantity: 1000, price: '0.24' },
    { min_quantity: 100, price: '0.3' },
  ],
};

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
