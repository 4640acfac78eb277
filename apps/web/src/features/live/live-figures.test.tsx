// @vitest-environment happy-dom
import { act } from 'react';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { RecentOrders, ShopFigures } from './live-figures.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

async function show(part: React.ReactNode): Promise<string> {
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  await act(async () => root.render(<MantineProvider env="test">{part}</MantineProvider>));
  const text = page.textContent;
  act(() => root.unmount());
  page.remove();
  return text;
}

const order = { order_no: '2611••', goods_id: '7', quantity: 1_200, created_at: new Date().toISOString() };

test('recent orders say what was bought; of a product that is off sale, the number', async () => {
  const nameOf = (id: string) => (id === '7' ? 'Mailbox' : undefined);
  const text = await show(<RecentOrders orders={[order, { ...order, goods_id: '8' }]} nameOf={nameOf} />);
  expect(text).toContain('1,200 × Mailbox');
  expect(text).toContain('1,200 × 2611••');
});

test.each([
  [4, false],
  [5, true],
])('%i visitors online: shown %s', async (online_users, isShown) => {
  const figures = { online_users, accounts_sold_today: 9, latest_orders: [] };
  expect((await show(<ShopFigures figures={figures} />)).includes('home.figures.online')).toBe(isShown);
});
