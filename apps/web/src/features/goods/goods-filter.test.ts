import type { Goods } from '@portside/contract';
import { describe, expect, test } from 'vitest';
import { countValues, readPrice } from './filter-fields.tsx';
import {
  changeGoodsFilter,
  countFolded,
  isFiltered,
  listQuery,
  NO_FILTER,
  readGoodsFilter,
  writeGoodsFilter,
  filterGoods,
  joinFamilies,
  type GoodsFilter,
} from './goods-filter.ts';
import { stockLevel } from './goods-facts.ts';
import { searchGoods } from './search-goods.ts';
import { makeGoods } from './testing/make-goods.ts';

describe('filters', () => {
  const read = (search: string) => readGoodsFilter(new URLSearchParams(search));

  test('the filter lives in the address', () => {
    const address =
      'category=12&q=mail+box&in_stock=true&sort=-price&price_from=0.5&price_to=10&warranty=24&variant=male&attributes=3.14%2C5.2';
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
      attributes: '3.14,5.2',
    });
    expect(writeGoodsFilter(new URLSearchParams(), filter).toString()).toBe(address);
    expect([countFolded(filter), isFiltered(filter)]).toEqual([4, true]);
  });

  test('what makes no sense in an address counts as absent', () => {
    expect(read('')).toEqual(NO_FILTER);
    expect(read('category=x%27--&q=%20&in_stock=1')).toEqual(NO_FILTER);
    expect(read('sort=name&price_from=-1&price_to=1e9&warranty=x&variant=random&attributes=red')).toEqual(
      NO_FILTER,
    );
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
    make('2', {
      price: '3',
      price_tiers: [{ min_quantity: 10, price: '0.5' }],
      stock: 17,
      warranty_hours: 0,
    }),
    make('3', {
      price: '10',
      sold: 90,
      genders: ['random', 'male'],
      category: { id: '2', name: 'Games', parent: { id: '9', name: 'Play' } },
    }),
    make('4', {
      price: '0.1',
      stock: 0,
      sold: 999,
      created_at: '2026-11-09T00:00:00.000Z',
      description: 'A mailbox',
    }),
  ];

  // The catalogue's own order has nothing to do with stock.
  const idsFor = (part: Partial<GoodsFilter>) =>
    filterGoods([goods[3]!, ...goods.slice(0, 3)], { ...NO_FILTER, ...part }, searchGoods)
      .map(({ id }) => id)
      .join('');

  test.each([
    [{}, '1234'],
    [{ category: '2' }, '3'],
    [{ category: '9' }, '3'],
    [{ q: 'play' }, '3'],
    [{ isInStock: true }, '123'],
    // By the price that an order can reach, as it is shown.
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

  test('a list has one row for a family, in the place of its first product', () => {
    const family = { id: '7', name: 'Boxes', slug: '7-boxes' };
    const own = [
      make('1', { family, price: '0.5', stock: 0 }),
      make('2', { family, price: '0.9', stock: 40 }),
      make('3', { family, price: '0.7', stock: 60 }),
    ];
    const rows = joinFamilies([own[0]!, make('9', {}), ...own.slice(1)]);
    expect(rows.map(({ id, name, options, stock }) => [id, name, options, stock])).toEqual([
      ['3', 'Boxes', 3, 100],
      ['9', 'Product 9', undefined, 100],
    ]);
    expect(joinFamilies([own[1]!])).toEqual([own[1]]);
  });

  test('the stock of a family is what can be ordered, as exact as its least exact part', () => {
    const family = { id: '7', name: 'Boxes', slug: '7-boxes' };
    const few = ['1', '2', '3', '4'].map((id) => make(id, { family, stock: 3, min_quantity: 10 }));
    const [row] = joinFamilies(few);
    expect([row!.stock, stockLevel(row!)]).toEqual([0, 'soldOut']);
    const mixed = [
      make('1', { family, price: '0.5', stock: 11 }),
      make('2', { family, stock: 100, stock_display: 'ranges' }),
      ...few,
    ];
    expect(joinFamilies(mixed)).toMatchObject([{ id: '1', stock: 111, stock_display: 'ranges' }]);
  });

  const withValues = (keys: string, stock = 100) =>
    makeGoods({
      stock,
      attributes: keys.split(',').map((key) => {
        const [attribute_id = '', value_id = ''] = key.split('.');
        return { attribute_id, value_id };
      }),
    });
  const valued = [
    withValues('1.1,2.1'),
    withValues('1.1,2.2'),
    withValues('1.2,2.1'),
    withValues('1.2,2.2', 0),
  ];

  test.each([
    ['', '1', { '1.1': 2, '1.2': 2 }],
    // Its own choice adds to what can be chosen; another attribute's takes away.
    ['1.1', '1', { '1.1': 2, '1.2': 2 }],
    ['1.1', '2', { '2.1': 1, '2.2': 1 }],
    ['1.1,2.2', '1', { '1.1': 1, '1.2': 1 }],
    ['1.9', '2', {}],
  ])('with %j chosen, attribute %s counts its values', (attributes, id, counts) => {
    expect(Object.fromEntries(countValues(valued, { ...NO_FILTER, attributes }, id))).toEqual(counts);
  });

  test('of values the rest of the filter counts too', () => {
    const counts = countValues(valued, { ...NO_FILTER, isInStock: true }, '1');
    expect(Object.fromEntries(counts)).toEqual({ '1.1': 2, '1.2': 1 });
    const named = [...valued, { ...withValues('1.3'), name: 'Phone' }];
    expect([...countValues(named, { ...NO_FILTER, q: 'phone' }, '1')]).toEqual([['1.3', 1]]);
  });
});

describe('search', () => {
  const product = (name: string, description: string, category: string) => ({
    name,
    description,
    category: { id: '1', name: category, parent: null },
    search_words: name.startsWith('Brindle') ? ['bpost', 'Бринд'] : [],
  });
  const goods = [
    product('Quilletpost mailbox, new', 'IMAP and SMTP enabled.', 'Mailboxes'),
    product('Marrowgate Online, starter account', 'All regions unlocked, with a mailbox.', 'Game accounts'),
    product('Caixa de e-mail empresarial', 'Um trimestre já pago; não usada.', 'Caixas de e-mail'),
    product('Почтовый ящик, отлёжка 1 год', 'Для отправки не использовался.', 'Почтовые ящики'),
    product('Brindlepost 企业邮箱', '可自设别名，已预付一个季度。', '邮箱'),
  ];
  const found = (text: string) => searchGoods(goods, text).map((one) => goods.indexOf(one));

  test.each([
    ['', [0, 1, 2, 3, 4]],
    ['  ', [0, 1, 2, 3, 4]],
    // In a name before a description; by its beginning and by a part of it.
    ['mailbox', [0, 1]],
    ['MAILB', [0, 1]],
    ['gate', [1]],
    // By what people type who mean it.
    ['bpost', [4]],
    ['бринд', [4]],
    // A letter too many, too few, mistaken, swapped with its neighbour; two errors in a long word.
    ['mailboxx', [0, 1]],
    ['maibox', [0, 1]],
    ['mailbix', [0, 1]],
    ['mialbox', [0, 1]],
    ['quiletpots', [0]],
    // While the word is still being typed.
    ['quilltp', [0]],
    // What some product contains is no error, however near another word is.
    ['mail', [2, 0, 1]],
    // Short words must be right.
    ['imap', [0]],
    ['smt', [0]],
    ['pop', []],
    ['nao', [2]],
    ['отлежка', [3]],
    ['почтовйй', [3]],
    ['企业邮箱', [4]],
    ['企业邮相', [4]],
    ['季度', [4]],
    ['游戏', []],
    // Every word must be found, each anywhere.
    ['mailbox smtp', [0]],
    ['mailbox regions', [1]],
    ['mailbox harbour', []],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});
