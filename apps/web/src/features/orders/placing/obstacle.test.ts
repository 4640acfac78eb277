import type { Goods } from '@portside/contract';
import { expect, test } from 'vitest';
import { obstacleOf, stockOf, type Draft, topUpAmount } from './obstacle.ts';

const goods: Goods = {
  id: '1',
  name: 'Mailbox',
  description: '',
  image: null,
  category: { id: '1', name: 'Mail' },
  price: '0.35',
  price_tiers: [{ min_quantity: 100, price: '0.3' }],
  min_quantity: 5,
  max_quantity: 200,
  genders: ['random', 'male', 'female'],
  stock: 150,
  stock_by_gender: { male: 10, female: 40, unspecified: 100 },
  warranty_hours: 24,
  sold: 0,
  sold_this_week: 0,
  returned_at: null,
  slug: '1-mailbox',
  has_instruction: false,
  created_at: '2026-11-01T00:00:00.000Z',
  format: { separator: '----', columns: ['account', 'password'] },
};
const draft: Draft = { quantity: 10, gender: 'random', email: 'buyer@mail.example' };
const rich = { balance: '1000.00' };

test('a complete draft meets no obstacle', () => {
  expect(obstacleOf(draft, goods, rich)).toBeUndefined();
});

test.each([
  ['a visitor', draft, null, { kind: 'signIn' }],
  ['no e-mail', { ...draft, email: ' ' }, rich, { kind: 'emailEmpty' }],
  ['no real e-mail', { ...draft, email: 'buyer@mail' }, rich, { kind: 'emailInvalid' }],
  ['an empty quantity', { ...draft, quantity: Number.NaN }, rich, { kind: 'quantity', least: 5, most: 150 }],
  ['too few', { ...draft, quantity: 4 }, rich, { kind: 'quantity', least: 5, most: 150 }],
  ['too many', { ...draft, quantity: 201 }, rich, { kind: 'quantity', least: 5, most: 150 }],
  ['more than there is', { ...draft, quantity: 151 }, rich, { kind: 'stock', left: 150 }],
  [
    'less than may be ordered is left',
    { ...draft, gender: 'male', quantity: 20 },
    rich,
    { kind: 'stock', left: 10 },
  ],
  ['too few of a gender', { ...draft, quantity: 11, gender: 'male' }, rich, { kind: 'stock', left: 10 }],
  ['too little money', draft, { balance: '3.00' }, { kind: 'balance', missingMicro: 500_000n }],
] as const)('%s', (_, given, buyer, obstacle) => {
  expect(obstacleOf(given, goods, buyer)).toEqual(obstacle);
});

test('what is wrong first is said first', () => {
  const all = { quantity: 0, gender: 'male', email: '' } as const;
  expect(obstacleOf(all, goods, null)?.kind).toBe('signIn');
  expect(obstacleOf(all, goods, { balance: '0.00' })?.kind).toBe('emailEmpty');
});

test('within the last cent of a rounded balance the server decides', () => {
  const odd = { ...goods, price: '0.350999' };
  expect(obstacleOf(draft, odd, { balance: '3.50' })).toBeUndefined();
  expect(obstacleOf(draft, odd, { balance: '3.49' })).toEqual({ kind: 'balance', missingMicro: 20_000n });
});

test('random may take any gender', () => {
  expect(stockOf(goods, 'random')).toBe(150);
  expect(stockOf(goods, 'female')).toBe(40);
});

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
