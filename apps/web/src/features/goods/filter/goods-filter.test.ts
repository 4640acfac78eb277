import { expect, test } from 'vitest';
import {
  changeGoodsFilter,
  countFolded,
  isFiltered,
  listQuery,
  NO_FILTER,
  readGoodsFilter,
  readPrice,
  writeGoodsFilter,
} from './goods-filter.ts';

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
