import type { SalesRow } from '@portside/contract';
import { expect, test } from 'vitest';
import { sortSales } from './sort-sales.ts';

const row = (key: string, name: string, amount: string): SalesRow => ({
  key,
  name,
  orders: 1,
  accounts: 1,
  amount,
  refunds: 0,
  refunded: '0',
  commission: '0',
  income: amount,
});
const rows = [row('1', 'Pier', '9'), row('2', 'Anchor', '100'), row('3', 'Quay', '20.5')];

test.each([
  ['', ['1', '2', '3']],
  ['amount', ['1', '3', '2']],
  ['-amount', ['2', '3', '1']],
  ['name', ['2', '1', '3']],
  ['-name', ['3', '1', '2']],
  ['weather', ['1', '2', '3']],
])('sorted by "%s"', (sort, keys) => {
  expect(sortSales(rows, sort).map(({ key }) => key)).toEqual(keys);
});
