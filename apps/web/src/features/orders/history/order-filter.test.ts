import { expect, test } from 'vitest';
import { isFiltering, NO_FILTER, orderQuery, readOrderFilter, writeOrderFilter } from './order-filter.ts';

const read = (search: string) => readOrderFilter(new URLSearchParams(search));

test('the filter survives the way into the address and back', () => {
  const filter = { orderNo: '26AB', category: '3', from: '2026-11-01', to: '2026-11-21' };
  const search = writeOrderFilter(new URLSearchParams('order=X'), filter);
  expect(search.get('order')).toBe('X');
  expect(readOrderFilter(search)).toEqual(filter);
  expect(writeOrderFilter(search, NO_FILTER).toString()).toBe('order=X');
});

test('what makes no sense counts as absent', () => {
  expect(read('order_no=%25_&category=x&from=2026-13-41&to=soon')).toEqual(NO_FILTER);
  expect(isFiltering(read('category=x'))).toBe(false);
  expect(isFiltering(read('category=2'))).toBe(true);
});

test('an order number copied by hand is understood', () => {
  expect(read('order_no=+26ab-cd+').orderNo).toBe('26ABCD');
});

test('days are whole and local', () => {
  const { from, to } = orderQuery(read('from=2026-11-20&to=2026-11-20'));
  expect(new Date(from!).toString()).toContain('Nov 20 2026 00:00:00');
  expect(Date.parse(to!) - Date.parse(from!)).toBe(86_400_000 - 1);
  expect(orderQuery(NO_FILTER)).toEqual({});
});
