import { expect, test } from 'vitest';
import { goodsRequest, readGoodsFilter, writeGoodsFilter } from './goods-filter.ts';

const read = (search: string) => readGoodsFilter(new URLSearchParams(search));

test('the filter lives in the address', () => {
  expect(read('category=12&q=mail+box&in_stock=true')).toEqual({
    category: '12',
    q: 'mail box',
    isInStock: true,
  });
});

test('what makes no sense in an address counts as absent', () => {
  const nothing = { category: '', q: '', isInStock: false };
  expect(read('')).toEqual(nothing);
  expect(read('category=x%27--&q=%20&in_stock=1')).toEqual(nothing);
  expect(read(`q=${'x'.repeat(300)}`).q).toHaveLength(100);
});

test('writing keeps what is not the filter and drops what is empty', () => {
  const search = new URLSearchParams('promotion_code=HARBOUR1&category=3&q=old');
  const next = writeGoodsFilter(search, { category: '', q: ' new ', isInStock: true });
  expect(next.toString()).toBe('promotion_code=HARBOUR1&q=new&in_stock=true');
});

test('no filter asks for the list everybody shares', () => {
  expect(goodsRequest(read(''))).toBeUndefined();
  expect(goodsRequest(read('category=3'))).toEqual({ query: { category: '3' } });
  expect(goodsRequest(read('q=a&in_stock=true'))).toEqual({ query: { q: 'a', in_stock: 'true' } });
});
