import type { AdminGoods } from '@portside/contract';
import { expect, test } from 'vitest';
import {
  areTiersInOrder,
  costNote,
  isPrice,
  toFormValues,
  toRequestBody,
  risesWithQuantity,
} from './goods-values.ts';

const goods: AdminGoods = {
  id: '7',
  name: 'Mailbox',
  description: '',
  image: null,
  names: { en: 'Mailbox' },
  descriptions: { ru: 'Почта' },
  instructions: { en: '<p>Sign in first.</p>' },
  instruction_in_mail: false,
  file_name: '{product} {date}',
  category: { id: '3', name: 'Mail', parent: null },
  family: null,
  attributes: [],
  price: '0.35',
  price_tiers: [{ min_quantity: 100, price: '0.3' }],
  min_quantity: 5,
  max_quantity: 200,
  genders: ['random', 'female'],
  stock: 12,
  stock_by_gender: { male: 0, female: 2, unspecified: 10 },
  warranty_hours: 0,
  format: { separator: '\t', columns: ['login', 'password'] },
  on_sale: true,
  visibility: 'everybody',
  sort: -1,
  floor: null,
  cost: null,
  created_at: '2026-11-21T00:00:00.000Z',
};

test('what was read and not changed is written as it was', () => {
  expect(toRequestBody(toFormValues(goods, ''))).toEqual({
    category_id: '3',
    names: goods.names,
    descriptions: goods.descriptions,
    instructions: goods.instructions,
    instruction_in_mail: false,
    price: '0.35',
    price_tiers: goods.price_tiers,
    floor: '0',
    min_quantity: 5,
    max_quantity: 200,
    genders: goods.genders,
    warranty_hours: 0,
    separator: '\t',
    columns: ['login', 'password'],
    file_name: '{product} {date}',
    sort: -1,
  });
});

test('a tab can be seen and typed', () => {
  expect(toFormValues(goods, '').separator).toBe('\\t');
});

test.each([
  ['0.35', true],
  ['0', false],
  ['0.0000001', false],
  ['1e2', false],
  ['', false],
])('a price of %j: %s', (text, is) => {
  expect(isPrice(text)).toBe(is);
});

test.each([
  [1, [2, 10], true],
  [1, [], true],
  [5, [5], false],
  [1, [10, 10], false],
  [1, [''], false],
])('from %s on, tiers at %j: %s', (min, quantities, is) => {
  const tiers = quantities.map((quantity) => ({ quantity, price: '1' }));
  expect(areTiersInOrder({ min, tiers })).toBe(is);
});

test.each([
  ['0.5', ['0.4', '0.3'], false],
  ['0.5', ['0.5'], false],
  ['3.5', ['3.9'], true],
  ['3.5', ['3.1', '3.2'], true],
  // Half typed.
  ['', ['3.9'], false],
  ['3.5', ['', '3.4'], false],
])('a price of %s with tiers at %j rises: %s', (price, prices, rises) => {
  expect(risesWithQuantity({ price, tiers: prices.map((one) => ({ quantity: 1, price: one })) })).toBe(rises);
});

test.each([
  [{}, '0.2', 'taken'],
  [{ floor: '0.2' }, '0.2', null],
  [{ floor: '0.1' }, '0.2', 'counts'],
  [{}, '0.32', 'above'],
  [{ price: '0.1', floor: '0.3' }, '0.2', 'above'],
  [{ price: '', floor: '' }, '0.2', 'taken'],
] as const)('of %j and a cost of %s the form says: %s', (values, cost, note) => {
  expect(costNote({ ...toFormValues(goods, ''), ...values }, cost)).toBe(note);
});
