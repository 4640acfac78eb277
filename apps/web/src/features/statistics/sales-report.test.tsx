import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SalesTotals } from './sales-report.tsx';

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
