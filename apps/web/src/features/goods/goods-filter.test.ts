import { expect, test } from 'vitest';
import {
  changeGoodsFilter,
  countFolded,
  isFiltered,
  listQuery,
  NO_FILTER,
  readGoodsFilter,
  writeGoodsFilter,
  filterGoods,
  type GoodsFilter,
} from './goods-filter.ts';
import { readPrice } from './read-price.ts';
import type { Goods } from '@portside/contract';
import { makeGoods } from './testing/make-goods.ts';

const read = (search: string) => readGoodsFilter(new URLSearchParams(search));

test('the filter lives in the address', () => {
  const address =
    'category=12&q=mail+box&in_stock=true&sort=-price&price_from=0.5&price_to=10&warranty=24&variant=male';
  const filter = read(address);
  expect(filter).toEqual({
    category: '12',
    q: 'mail box',
    isInStock: true,
    sort: '-price',
    priceFrom: '0.5',
    priceTo: '10',
    warranty: 24,
    variant: 'male',
  });
  expect(writeGoodsFilter(new URLSearchParams(), filter).toString()).toBe(address);
  expect([countFolded(filter), isFiltered(filter)]).toEqual([3, true]);
});

test('what makes no sense in an address counts as absent', () => {
  expect(read('')).toEqual(NO_FILTER);
  expect(read('category=x%27--&q=%20&in_stock=1')).toEqual(NO_FILTER);
  expect(read('sort=name&price_from=-1&price_to=1e9&warranty=x&variant=random')).toEqual(NO_FILTER);
  expect(read(`q=${'x'.repeat(300)}`).q).toHaveLength(100);
  expect(isFiltered(read('sort=price'))).toBe(false);
});

test('writing keeps what is not the filter and drops what is empty', () => {
  const search = new URLSearchParams('promotion_code=HARBOUR1&category=3&q=old&sort=price');
  const next = writeGoodsFilter(search, { ...NO_FILTER, q: ' new ', isInStock: true });
  expect(next.toString()).toBe('promotion_code=HARBOUR1&q=new&in_stock=true');
});

test('on the sign-in page the filter is part of where the visitor comes to', () => {
  const to = (redirect: string) => new URLSearchParams({ redirect, promotion_code: 'HARBOUR1' });
  expect(readGoodsFilter(listQuery(to('/mobile/index')))).toEqual(NO_FILTER);
  const asked = to('/mobile/purchase-account?category=3&q=mail');
  expect(readGoodsFilter(listQuery(asked))).toEqual({ ...NO_FILTER, category: '3', q: 'mail' });
  expect(changeGoodsFilter(asked, { category: '', sort: 'price' })).toEqual(
    to('/mobile/purchase-account?q=mail&sort=price'),
  );
  expect(changeGoodsFilter(to('/mobile/index'), { q: 'a&b' })).toEqual(
    to('/mobile/purchase-account?q=a%26b'),
  );
  expect(changeGoodsFilter(asked, { category: '', q: '' })).toEqual(to('/mobile/purchase-account'));
  expect(changeGoodsFilter(new URLSearchParams('goods=7&q=old'), { q: 'new' }).toString()).toBe(
    'goods=7&q=new',
  );
});

test.each([
  ['1,200', 'en'],
  ['1.200', 'pt'],
])('the price %o with separators of thousands filters nothing in %s', (typed, language) => {
  expect(readPrice(typed, language)).toBe('');
});

test.each([
  ['0.5', '0.5'],
  [' 0,5 ', '0.5'],
  ['12', '12'],
  ['0', ''],
  ['-1', ''],
  ['cheap', ''],
])('the price %o is read as %o', (typed, price) => {
  for (const language of ['en', 'pt']) expect(readPrice(typed, language)).toBe(price);
});

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
  filterGoods(goods, { ...NO_FILTER, ...part })
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
    filterGoods(list, { ...NO_FILTER, ...part })
      .map(({ id }) => id)
      .join('');
  expect(idsOf({ variant: 'female', isInStock: true })).toBe('34');
  expect(idsOf({ variant: 'female', sort: 'price' })).toBe('4312');
  expect(idsOf({ variant: 'female', sort: 'stock' })).toBe('4321');
  expect(idsOf({ variant: 'male', isInStock: true })).toBe('1234');
  expect(idsOf({ isInStock: true, sort: 'stock' })).toBe('1432');
});
