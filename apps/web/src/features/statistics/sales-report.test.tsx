// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { CustomerReport } from './customer-report.tsx';
import { PeriodBoard } from './period-board.tsx';
import { ordersOf, SalesReport, SalesTotals } from './sales-report.tsx';

const days = { from: '2026-03-01', to: '2026-03-10' };
const sums = {
  orders: 41,
  accounts: 60,
  amount: '9',
  refunds: 0,
  refunded: '0',
  commission: '0',
  income: '9',
};

test('every figure has its name, and the span stands over them', () => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <SalesTotals sums={sums} before={{ ...sums, orders: 7 }} from="2026-03-01" to="2026-03-10" />
    </MantineProvider>,
  );
  const words = html.replace(/<style.*?<\/style>/gs, '').replace(/<[^>]*>/g, '|');
  expect(words).toMatch(/2026[^]*sales\.orders\|+41\|+sales\.before\|+sales\.accounts\|+60/);
});

test('a row leads to the orders that it counts, those that nobody had brought too', () => {
  const span = '&from=2026-03-01&to=2026-03-10';
  expect(ordersOf('agent', '12', days, undefined)).toBe(`/admin/order?agent=12${span}`);
  expect(ordersOf('agent', '0', days, undefined)).toBe(`/admin/order?agent=0${span}`);
  expect(ordersOf('goods', '7', days, undefined)).toBe(`/admin/order?goods=7${span}`);
  expect(ordersOf('supplier', '3', undefined, undefined)).toBe('/admin/goods?tab=stock&supplier_id=3');
  expect(ordersOf('level', '2', days, undefined)).toBe(`/admin/order?level=2${span}`);
  expect(ordersOf('level', '0', days, undefined)).toBe(`/admin/order?level=0${span}`);
  for (const [by, key] of [
    ['goods', 'bonus'],
    ['supplier', 'bonus'],
    ['level', 'unknown'],
  ] as const)
    expect(ordersOf(by, key, days, undefined)).toBeNull();
});

test('a category that has subcategories leads to no orders: the list would have theirs too', () => {
  const parents = new Set(['3']);
  expect(ordersOf('category', '4', days, parents)).toBe(
    '/admin/order?category=4&from=2026-03-01&to=2026-03-10',
  );
  expect(ordersOf('category', '3', days, parents)).toBeNull();
  expect(ordersOf('category', '4', days, undefined)).toBeNull();
});

test('a subcategory’s row leads to its orders, and its category’s to none', async () => {
  const row = (key: string) => ({ key, name: `Category ${key}`, ...sums });
  const sales = {
    items: [row('3'), row('4')],
    next_cursor: null,
    total: 2,
    sum: sums,
    before: sums,
    ...days,
  };
  const sub = { id: '4', parent: { id: '3', name: 'Category 3' } };
  const categories = { items: [{ id: '3', parent: null }, sub], next_cursor: null, total: 2 };
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({ code: 200, message: 'ok', data: url.includes('/sales') ? sales : categories }),
  );
  history.replaceState(null, '', '/admin/sales?by=category');
  const { page, show } = openPage();
  await show(<SalesReport />);
  const linked = () => [...page.querySelectorAll('a[href*="category="]')].map((one) => one.textContent);
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(linked()).toEqual(['Category 4']);
  }, 60_000);
  expect(page.textContent).toContain('Category 3');
});

test('of the figures on customers only those who signed up have a list, named by what they are', async () => {
  const counts = { visits: 90, signed_up: 12, topped_up: 7, ordered: 5, ordered_again: 2 };
  const sum = { ...counts, buyers: 9, returning_buyers: 4 };
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 200, message: 'ok', data: { sum, before: sum, ...days } }),
  );
  history.replaceState(null, '', '/admin/sales?tab=customers');
  const { page, show } = openPage();
  await show(<CustomerReport />);
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(page.querySelector('a')).not.toBeNull();
  }, 60_000);
  const named = [...page.querySelectorAll('a')].map((link) => [
    link.getAttribute('href'),
    ...link
      .getAttribute('aria-labelledby')!
      .split(' ')
      .map((id) => document.getElementById(id)!.textContent),
  ]);
  const list = '/admin/user?role_id=0&from=2026-03-01&to=2026-03-10';
  expect(named).toEqual([[list, 'sales.customers.signed_up', '12']]);
});

test('figures of the board lead to what they count on those days, and shares to what failed', async () => {
  const deposits = [{ network: 'TRON' as const, deposits: 1, amount: '5' }];
  const more = { deposits, new_users: 0, top_up_success: null, delivery_success: null, before: null };
  const period = { ...days, ...sums, ...more };
  const periods = { today: period, last_7_days: period, last_30_days: period };
  const last_week_so_far = { orders: 0, accounts: 0, amount: '0' };
  const { page, show } = openPage();
  await show(<PeriodBoard figures={{ time_zone: 'UTC', ...periods, last_week_so_far, online_users: 1 }} />);
  const span = 'from=2026-03-01&to=2026-03-10';
  expect([...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
    `/admin/sales?${span}`,
    `/admin/sales?${span}`,
    `/admin/order?${span}`,
    `/admin/order?${span}`,
    `/admin/recharge?tab=deposits&with_dust=true&${span}`,
    `/admin/user?${span}`,
    `/admin/recharge?status=failed&${span}`,
    `/admin/order?delivery=failed&${span}`,
  ]);
});
