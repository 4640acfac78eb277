import type { Goods } from '@portside/contract';
import { describe, expect, test } from 'vitest';
import { bestPriceMicro, stockLevel } from './goods-facts.ts';
import { bestSellers, firstProducts, returnedGoods, similarGoods, stockedCategories } from './home-facts.ts';
import { makeGoods } from './testing/make-goods.ts';
import {
  changeChoice,
  choiceOf,
  hasNone,
  isOut,
  pickGoods,
  readChoice,
  writeChoice,
} from './family-choice.ts';

describe('facts of a product', () => {
  const make = (id: string, part: Partial<Goods>): Goods =>
    makeGoods({ id, name: id, slug: id, max_quantity: 10, stock: 5, warranty_hours: 0, ...part });
  const idsOf = (goods: readonly Goods[]) => goods.map(({ id }) => id);

  const goods = [
    make('quiet', {}),
    make('good', { sold_this_week: 5, returned_at: '2026-11-20T00:00:00.000Z' }),
    make('gone', { sold_this_week: 90, stock: 0, returned_at: '2026-11-22T00:00:00.000Z' }),
    make('too-few', { sold_this_week: 80, min_quantity: 6, returned_at: '2026-11-22T00:00:00.000Z' }),
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

  const mail = { id: '1', name: 'Mail', parent: null };

  const cloud = { id: '2', name: 'Cloud', parent: null };

  const product = (part: Partial<Goods>): Goods => makeGoods({ category: mail, stock: 0, ...part });

  test('products and stock are summed by category, best stocked first', () => {
    const stocked = stockedCategories([
      product({ stock: 3, price: '0.9' }),
      product({ stock: 4, price: '0.15', category: { id: '9', name: 'Work mail', parent: mail } }),
      product({ category: cloud, stock: 50, price: '10' }),
    ]);
    expect(stocked).toEqual([
      { id: '2', name: 'Cloud', products: 1, stock: 50, stock_display: 'exact', lowestMicro: 10_000_000n },
      { id: '1', name: 'Mail', products: 2, stock: 7, stock_display: 'exact', lowestMicro: 150_000n },
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
    expect(stockLevel({ stock, min_quantity, stock_display: 'exact' })).toBe(level);
  });

  test('the best price is one that an order can reach now', () => {
    const tiered = {
      price: '0.5',
      price_tiers: [{ min_quantity: 1_000, price: '0.2' }],
      max_quantity: 5_000,
    };
    expect(bestPriceMicro(makeGoods({ ...tiered, stock: 999 }))).toBe(500_000n);
    expect(bestPriceMicro(makeGoods({ ...tiered, stock: 1_000 }))).toBe(200_000n);
    expect(bestPriceMicro(makeGoods({ ...tiered, stock: 0 }))).toBe(500_000n);
    expect(bestPriceMicro(makeGoods({ ...tiered, stock: 9_000, max_quantity: 500 }))).toBe(500_000n);
  });

  test('in place of a product there are others in stock, of its category first, then what sells best', () => {
    const shelf = [
      product({ id: 'asked' }),
      product({ id: 'other', category: cloud, stock: 9, sold_this_week: 80 }),
      product({ id: 'same', stock: 9 }),
      product({ id: 'same-and-sells', stock: 9, sold_this_week: 3 }),
      product({ id: 'too-few', stock: 4, min_quantity: 5 }),
      product({ id: 'empty', sold_this_week: 99 }),
    ];
    expect(idsOf(similarGoods(shelf, shelf[0]!))).toEqual(['same-and-sells', 'same', 'other']);
  });

  test('where the stock is not shown exactly, it limits no order and no price', () => {
    const tiered = {
      price: '0.5',
      price_tiers: [{ min_quantity: 1_000, price: '0.2' }],
      max_quantity: 5_000,
    };
    expect(bestPriceMicro(makeGoods({ ...tiered, stock: 50, stock_display: 'ranges' }))).toBe(200_000n);
    expect(bestPriceMicro(makeGoods({ ...tiered, stock: 0, stock_display: 'ranges' }))).toBe(500_000n);
    expect(stockLevel({ stock: 1, min_quantity: 1, stock_display: 'in_stock' })).toBe('plenty');
    expect(stockLevel({ stock: 0, min_quantity: 1, stock_display: 'in_stock' })).toBe('soldOut');
  });
});

describe('the choice within a family', () => {
  const family = { id: '7', name: 'Boxes', slug: '7-boxes' };
  /** `values` are of the attributes 1, 2 … in their order. */
  const make = (id: string, values: readonly string[], part: Partial<Goods> = {}): Goods =>
    makeGoods({
      id,
      family,
      attributes: values.map((value_id, at) => ({ attribute_id: String(at + 1), value_id })),
      ...part,
    });

  const goods = [
    make('1', ['br', 'new'], { price: '0.9' }),
    make('2', ['br', 'old'], { price: '0.5', stock: 0 }),
    make('3', ['us', 'new'], { price: '0.7' }),
    make('4', ['us', 'old'], { price: '2', min_quantity: 5, stock: 4 }),
    make('5', ['de', 'old'], { price: '3' }),
  ];
  const choice = (text: string) => readChoice(text, goods);

  test('any takes the cheapest in stock', () => {
    expect(pickGoods(goods, choice(''))?.id).toBe('3');
    expect(pickGoods(goods, choice('1.br'))?.id).toBe('1');
    expect(pickGoods(goods, choice('2.old'))?.id).toBe('5');
  });

  test('a choice of which nothing is in stock is shown all the same', () => {
    expect(pickGoods(goods, choice('1.br,2.old'))?.id).toBe('2');
    expect(pickGoods(goods, choice('1.us,2.old'))?.id).toBe('4');
    expect(
      pickGoods(
        goods.filter(({ stock }) => stock === 0),
        choice(''),
      )?.id,
    ).toBe('2');
    expect(pickGoods([], choice(''))).toBeUndefined();
  });

  test.each([
    ['1', 'br', '', false],
    ['1', 'br', '2.old', true],
    // Fewer than the smallest order.
    ['1', 'us', '2.old', true],
    ['2', 'old', '', false],
    ['2', 'old', '1.br', true],
    // Its own value does not stand against another.
    ['1', 'us', '1.br', false],
    ['2', 'new', '1.de', true],
  ])('attribute %s, value %s with %j chosen is sold out: %s', (attribute, value, chosen, out) => {
    expect(isOut(choice(chosen), attribute, value, goods)).toBe(out);
  });

  test('choosing keeps what fits and drops what does not', () => {
    const change = (chosen: string, attribute: string, value: string | null) =>
      writeChoice(changeChoice(choice(chosen), attribute, value, goods));
    expect(change('1.br,2.new', '1', 'us')).toBe('1.us,2.new');
    expect(change('1.br,2.new', '1', 'de')).toBe('1.de');
    expect(change('1.br,2.new', '1', null)).toBe('2.new');
  });

  test.each([
    ['1.br,2.old', '1.br,2.old'],
    ['1.xx,2.old', '2.old'],
    // Two values of one attribute, as a list is filtered by, are no choice.
    ['1.br,1.us,2.new', '2.new'],
    ['1.de,2.new', '1.de'],
    ['nonsense', ''],
    ['', ''],
  ])('the address %j chooses %j', (text, read) => {
    expect(writeChoice(choice(text))).toBe(read);
  });

  test('a product’s own attributes choose it', () => {
    for (const one of goods) expect(pickGoods(goods, choiceOf(one, goods))?.id).toBe(one.id);
  });

  test('a product whose values are another’s, and fewer, is chosen by what it does not state', () => {
    const plain = make('6', ['br'], { price: '1.5' });
    const bare = make('7', [], { price: '9' });
    const some = [...goods, plain, bare];
    for (const one of some) expect(pickGoods(some, choiceOf(one, some))?.id).toBe(one.id);
    expect(writeChoice(choiceOf(plain, some))).toBe('1.br,2.none');
    expect(pickGoods(some, readChoice('1.br,2.none', some))?.id).toBe('6');
    expect([hasNone('1', goods), hasNone('1', some), hasNone('2', some)]).toEqual([false, true, true]);
    expect(writeChoice(changeChoice(readChoice('1.br,2.none', some), '1', 'us', some))).toBe('1.us');
    expect(isOut(readChoice('1.us', some), '2', 'none', some)).toBe(true);
    // In a family in which all state it, nobody chooses that they do not.
    expect(writeChoice(readChoice('1.none', goods))).toBe('');
  });
});
