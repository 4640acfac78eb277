import { expect, test } from 'vitest';
import { readTableAddress, tableQuery, writeTableAddress } from './table-address.ts';

const NAMES = ['order_no', 'status'] as const;
const COLUMNS = ['amount'] as const;
const read = (search: string) => readTableAddress(new URLSearchParams(search), NAMES, COLUMNS);

test('an empty address is the first page of everything', () => {
  expect(read('')).toEqual({ filters: { order_no: '', status: '' }, sort: '', limit: 20, cursor: null });
  expect(tableQuery(read(''))).toEqual({ limit: 20 });
});

test('what is written is read again, and what is not the table stays', () => {
  const address = {
    filters: { order_no: '', status: 'refunded' },
    sort: '-amount',
    limit: 100,
    cursor: 'c',
  } as const;
  const written = writeTableAddress(new URLSearchParams('open=7&order_no=old'), address);
  expect(written.get('open')).toBe('7');
  expect(written.has('order_no')).toBe(false);
  expect(readTableAddress(written, NAMES, COLUMNS)).toEqual(address);
  expect(tableQuery(address)).toEqual({ status: 'refunded', sort: '-amount', limit: 100, cursor: 'c' });
});

test('an order that is not offered is none, and its place in the list is no place', () => {
  expect(read('sort=weather&cursor=weather.5&status=refunded')).toEqual(read('status=refunded'));
});

test.each(['7', '-20', 'many', '5000'])('a page of %s rows is not offered', (limit) => {
  expect(read(`limit=${limit}`).limit).toBe(20);
});
