import type { Order } from '@portside/contract';
import { expect, test } from 'vitest';
import { isFiltering, NO_FILTER, orderQuery, readOrderFilter, writeOrderFilter } from './order-filter.ts';
import { replaceOrder } from './use-live-orders.ts';

const read = (search: string) => readOrderFilter(new URLSearchParams(search));

test('the filter survives the way into the address and back', () => {
  const filter = { text: 'Ann@mail.example', category: '3', from: '2026-11-01', to: '2026-11-21' };
  const search = writeOrderFilter(new URLSearchParams('order=X'), filter);
  expect(search.get('order')).toBe('X');
  expect(readOrderFilter(search)).toEqual(filter);
  expect(writeOrderFilter(search, NO_FILTER).toString()).toBe('order=X');
});

test('what makes no sense counts as absent', () => {
  expect(read('q=+&category=x&from=2026-13-41&to=soon')).toEqual(NO_FILTER);
  expect(isFiltering(read('category=x'))).toBe(false);
  expect(isFiltering(read('category=2'))).toBe(true);
});

test('days are whole and local', () => {
  const { from, to } = orderQuery(read('from=2026-11-20&to=2026-11-20'));
  expect(new Date(from!).toString()).toContain('Nov 20 2026 00:00:00');
  expect(Date.parse(to!) - Date.parse(from!)).toBe(86_400_000 - 1);
  expect(orderQuery(NO_FILTER)).toEqual({});
});

const order = (orderNo: string, status: Order['status']): Order => ({
  order_no: orderNo,
  goods: { id: '1', name: 'Mailbox', description: '', category: '1' },
  quantity: 1,
  gender: 'random',
  unit_price: '0.35',
  list_price: '0.35',
  price_source: 'list',
  discount: '0',
  total_amount: '0.35',
  status,
  delivery: { email: 'buyer@mail.example', state: 'queued', failure: null, resends_left: 3 },
  created_at: '2026-11-21T00:00:00Z',
  accounts_deleted_at: '2026-11-28T00:00:00Z',
  accounts_deleted: false,
  refunded_amount: '0',
  claims_until: null,
  has_open_claim: false,
  reference: null,
});
const page = (...items: Order[]) => ({ items, next_cursor: null, total: null });

test('one order is replaced where it stands; other pages stay the same objects', () => {
  const list = {
    pages: [page(order('A', 'completed')), page(order('B', 'processing'), order('C', 'completed'))],
    pageParams: [null, 'x'],
  };
  const next = replaceOrder(list, order('B', 'completed')) as typeof list;
  expect(next.pages[1]!.items.map(({ order_no, status }) => [order_no, status])).toEqual([
    ['B', 'completed'],
    ['C', 'completed'],
  ]);
  expect(next.pages[0]).toBe(list.pages[0]);
  expect(list.pages[1]!.items[0]!.status).toBe('processing');
});
