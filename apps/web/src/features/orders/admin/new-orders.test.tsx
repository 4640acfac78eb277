// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePage } from '../../../lib/api/query.ts';
import { announceLive } from '../../../lib/live/live-events.ts';
import { catalogue as admin } from '../../../locales/en/admin/index.ts';
import { Translator } from '../../../locales/translator.ts';
import { TranslatorContext } from '../../../locales/use-translation.ts';
import { NewOrders } from './new-orders.tsx';

let client: QueryClient;
let root: Root;
/** The newest orders of the shop, which the list asks for. */
let orders: string[];
let asked = 0;
let nextCursor: string | null;

let filterBy: (status: 'completed') => void;

function Orders() {
  const [status, setStatus] = useState<'completed'>();
  useEffect(() => {
    filterBy = setStatus;
  }, []);
  const query = { limit: 20, ...(status && { status }) };
  const { data } = usePage('listAllOrders', { query });
  return (
    <>
      <p>{data?.items.map((one) => one.order_no).join(' ')}</p>
      {data && <NewOrders query={query} shown={data.items} />}
    </>
  );
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  asked = 0;
  nextCursor = null;
  orders = ['2', '1'];
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('/api/admin/orders')) asked += 1;
    const items = orders.map((number) => ({ order_no: number, created_at: `2026-01-01T00:00:0${number}Z` }));
    return Response.json({ code: 200, message: '', data: { items, next_cursor: nextCursor, total: null } });
  });
  // The list itself is never asked for again, so what is counted is what the bar asks for.
  const queries = { staleTime: Infinity, refetchOnReconnect: false, refetchOnWindowFocus: false };
  client = new QueryClient({ defaultOptions: { queries } });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <TranslatorContext value={new Translator('en', { admin })}>
      <MantineProvider>
        <QueryClientProvider client={client}>
          <Orders />
        </QueryClientProvider>
      </MantineProvider>
    </TranslatorContext>,
  );
});
afterEach(() => {
  root.unmount();
  client.clear();
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const shows = (text: string) => expect.poll(() => document.querySelector('p')?.textContent).toBe(text);
const bar = () => document.querySelector<HTMLButtonElement>('output button');
/** An order was placed: the figures say so to everybody. */
function sell(number: string): void {
  orders = [number, ...orders];
  const latest = { order_no: number, goods_id: '1', quantity: 1, created_at: '2026-01-01T00:00:00Z' };
  announceLive('figures', { online_users: 1, accounts_sold_today: 1, latest_orders: [latest] });
}

test('orders that were placed meanwhile are counted, and shown when asked for', async () => {
  await shows('2 1');
  sell('3');
  sell('4');
  await vi.advanceTimersByTimeAsync(3_000);
  await expect.poll(() => bar()?.textContent).toBe('2 new orders');
  // Once for both, and once for the list.
  expect(asked).toBe(2);
  await shows('2 1');
  bar()!.click();
  await shows('4 3 2 1');
  expect(bar()).toBeNull();
});

test('figures without a new order ask for nothing', async () => {
  await shows('2 1');
  const latest = { order_no: '2', goods_id: '1', quantity: 1, created_at: 'x' };
  const figures = { accounts_sold_today: 1, latest_orders: [latest] };
  for (let online = 1; online < 5; online += 1) {
    announceLive('figures', { ...figures, online_users: online });
    await vi.advanceTimersByTimeAsync(3_000);
  }
  expect(asked).toBe(2);
  expect(bar()).toBeNull();
});

test('neither another filter nor fresh rows leave a count of what is shown already', async () => {
  await shows('2 1');
  sell('3');
  await vi.advanceTimersByTimeAsync(3_000);
  await expect.poll(() => bar()?.textContent).toBe('1 new order');
  orders = ['1'];
  filterBy('completed');
  await shows('1');
  expect(bar()).toBeNull();
});

test('an order that left the list does not make the older ones new', async () => {
  await shows('2 1');
  orders = ['1'];
  sell('3');
  await vi.advanceTimersByTimeAsync(3_000);
  await expect.poll(() => bar()?.textContent).toBe('1 new order');
});

test('where all of the newest are new and more follow, the count says at least', async () => {
  await shows('2 1');
  orders = [];
  nextCursor = 'x';
  sell('3');
  await vi.advanceTimersByTimeAsync(3_000);
  await expect.poll(() => bar()?.textContent).toBe('1 or more new orders');
});
