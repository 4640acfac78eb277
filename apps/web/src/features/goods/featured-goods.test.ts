import type { Goods } from '@portside/contract';
import { expect, test } from 'vitest';
import { bestSellers, firstProducts, returnedGoods } from './featured-goods.ts';
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
