import type { Goods } from '@portside/contract';
import { expect, test } from 'vitest';
import { filterGoods } from './filter-goods.ts';
import { searchGoods } from './search-goods.ts';
import { NO_FILTER, type GoodsFilter } from './goods-filter.ts';
import { makeGoods } from '../testing/make-goods.ts';

const make = (id: string, part: Partial<Goods>): Goods =>
  makeGoods({ id, name: `Product ${id}`, slug: id, ...part });

const goods = [
  make('1', { price: '2', sold: 5, created_at: '2026-11-03T00:00:00.000Z', name: 'Aged mailbox' }),
  make('2', { price: '3', price_tiers: [{ min_quantity: 10, price: '0.5' }], stock: 7, warranty_hours: 0 }),
  make('3', { price: '10', sold: 90, genders: ['random', 'male'], category: { id: '2', name: 'Games' } }),
  make('4', {
    price: '0.1',
    stock: 0,
    sold: 999,
    created_at: '2026-11-09T00:00:00.000Z',
    description: 'A mailbox',
  }),
];
const idsFor = (part: Partial<GoodsFilter>) =>
  filterGoods(goods, { ...NO_FILTER, ...part }, searchGoods)
    .map(({ id }) => id)
    .join('');

test.each([
  [{}, '1234'],
  [{ category: '2' }, '3'],
  [{ isInStock: true }, '123'],
  // By the price at any quantity, as it is shown.
  [{ priceFrom: '0.5', priceTo: '2' }, '12'],
  [{ warranty: 24 }, '134'],
  [{ variant: 'male' }, '3'],
  [{ q: 'mailbxo' }, '14'],
  [{ q: 'mailbox', isInStock: true }, '1'],
  // What is sold out comes last in every order.
  [{ sort: 'newest' }, '1234'],
  [{ sort: 'price' }, '2134'],
  [{ sort: '-price' }, '3124'],
  [{ sort: 'stock' }, '1324'],
  [{ sort: 'sold' }, '3124'],
] as const)('%o: %s', (part, ids) => {
  expect(idsFor(part)).toBe(ids);
});

test('where a gender is asked for, its stock decides what is in stock, comes last and is most', () => {
  const stocked = (id: string, female: number, part: Partial<Goods> = {}) =>
    make(id, {
      genders: ['random', 'male', 'female'],
      stock: 1_000 + female,
      stock_by_gender: { male: 900, female, unspecified: 100 },
      ...part,
    });
  const list = [
    stocked('1', 0, { price: '1', stock: 5_000 }),
    stocked('2', 9, { price: '2', min_quantity: 10 }),
    stocked('3', 10, { price: '4', min_quantity: 10 }),
    stocked('4', 300, { price: '3' }),
  ];
  const idsOf = (part: Partial<GoodsFilter>) =>
    filterGoods(list, { ...NO_FILTER, ...part }, searchGoods)
      .map(({ id }) => id)
      .join('');
  expect(idsOf({ variant: 'female', isInStock: true })).toBe('34');
  expect(idsOf({ variant: 'female', sort: 'price' })).toBe('4312');
  expect(idsOf({ variant: 'female', sort: 'stock' })).toBe('4321');
  expect(idsOf({ variant: 'male', isInStock: true })).toBe('1234');
  expect(idsOf({ isInStock: true, sort: 'stock' })).toBe('1432');
});
