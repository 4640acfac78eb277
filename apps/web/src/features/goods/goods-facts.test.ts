import type { Goods } from '@portside/contract';
import { expect, test } from 'vitest';
import { bestSellers, firstProducts, returnedGoods, stockedCategories, stockLevel } from './goods-facts.ts';
import { makeGoods } from './testing/make-goods.ts';

const make = (id: string, part: Partial<Goods>): Goods =>
  makeGoods({ id, name: id, slug: id, max_quantity: 10, stock: 5, warranty_hours: 0, ...part });
const idsOf = (goods: readonly Goods[]) => goods.map(({ id }) => id);

const goods = [
  make('quiet', {}),
  make('good', { sold_this_week: 5, returned_at: '2026-11-20T00:00:00.000Z' }),
  make('gone', { sold_this_week: 90, stock: 0, returned_at: '2026-11-22T00:00:00.000Z' }),
  make('best', { sold_this_week: 7, returned_at: '2026-11-22T00:00:00.000Z' }),
  make('long-ago', { returned_at: '2026-11-01T00:00:00.000Z' }),
];

test('only what sold and can be bought is a best seller', () => {
  expect(idsOf(bestSellers(goods))).toEqual(['best', 'good']);
  expect(idsOf(firstProducts(goods))).toEqual(['quiet', 'good', 'best', 'long-ago']);
});

test('what came back this week, the latest first', () => {
  expect(idsOf(returnedGoods(goods, Date.parse('2026-11-23T00:00:00.000Z')))).toEqual(['best', 'good']);
});

const mail = { id: '1', name: 'Mail' };

const cloud = { id: '2', name: 'Cloud' };

const product = (part: Partial<Goods>): Goods => makeGoods({ category: mail, stock: 0, ...part });

test('products and stock are summed by category, best stocked first', () => {
  const stocked = stockedCategories([
    product({ stock: 3, price: '0.9' }),
    product({ stock: 4, price: '0.15' }),
    product({ category: cloud, stock: 50, price: '10' }),
  ]);
  expect(stocked).toEqual([
    { ...cloud, products: 1, stock: 50, lowestMicro: 10_000_000n },
    { ...mail, products: 2, stock: 7, lowestMicro: 150_000n },
  ]);
});

test('no goods, no categories', () => {
  expect(stockedCategories([])).toEqual([]);
});

test.each([
  [0, 1, 'soldOut'],
  [4, 5, 'soldOut'],
  [5, 5, 'low'],
  [49, 1, 'low'],
  [50, 1, 'plenty'],
  [150, 100, 'low'],
  [200, 100, 'plenty'],
] as const)('%i in stock, sold from %i on: %s', (stock, min_quantity, level) => {
  expect(stockLevel({ stock, min_quantity })).toBe(level);
});
