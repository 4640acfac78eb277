import type { Order } from '@portside/contract';
import { expect, test } from 'vitest';
import { replaceOrder } from './use-live-orders.ts';

const order = (orderNo: string, status: Order['status']): Order => ({
  order_no: orderNo,
  goods: { id: '1', name: 'Mailbox', description: '', category: '1' },
  quantity: 1,
  gender: 'random',
  unit_price: '0.35',
  total_amount: '0.35',
  status,
  delivery: { email: 'buyer@mail.example', state: 'queued', failure: null, resends_left: 3 },
  created_at: '2026-11-21T00:00:00Z',
  accounts_deleted_at: '2026-11-28T00:00:00Z',
  accounts_deleted: false,
  refunded_amount: '0',
  claims_until: null,
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
