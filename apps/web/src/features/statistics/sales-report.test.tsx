import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ordersOf, SalesTotals } from './sales-report.tsx';

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
  const days = { from: '2026-03-01', to: '2026-03-10' };
  const span = '&from=2026-03-01&to=2026-03-10';
  expect(ordersOf('agent', '12', days)).toBe(`/admin/order?agent=12${span}`);
  expect(ordersOf('agent', '0', days)).toBe(`/admin/order?agent=0${span}`);
  expect(ordersOf('goods', '7', days)).toBe(`/admin/order?goods=7${span}`);
  for (const [by, key] of [
    ['goods', 'bonus'],
    ['supplier', '3'],
    ['level', '2'],
  ] as const)
    expect(ordersOf(by, key, days)).toBeNull();
});
