import { expect, test } from 'vitest';
import { topUpAmount } from './top-up-amount.ts';

const config = { recharge_amounts: ['10', '100', '50'], recharge_minimum: '10', recharge_maximum: '2000' };

test.each([
  [1n, '10'],
  [10_000_000n, '10'],
  [10_000_001n, '50'],
  [100_000_001n, '101'],
  [5_000_000_000n, '2000'],
])('%i micro-USDT are missing: top up %s', (missing, amount) => {
  expect(topUpAmount(missing, config)).toBe(amount);
});

test('choices outside the limits are not proposed, nor less than the minimum', () => {
  expect(topUpAmount(1n, { ...config, recharge_amounts: ['5'], recharge_minimum: '7.5' })).toBe('7.5');
});
