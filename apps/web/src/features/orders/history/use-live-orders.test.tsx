// @vitest-environment happy-dom
import { QueryClientProvider, useInfiniteQuery, useQuery, type QueryClient } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { itemsOf, pages, createQueryClient, query } from '../../../lib/api/query.ts';
import { announceLive } from '../../../lib/live/live-events.ts';
import { useLiveOrders } from './use-live-orders.ts';

const order = (state: string) => ({ order_no: 'A', delivery: { state } });
const stateOf = (one: unknown): string => (one as ReturnType<typeof order>).delivery.state;

let client: QueryClient;
let root: Root;
/** What the shop says of the order, and how often it was asked for it. */
let readOrder: () => Promise<ReturnType<typeof order>>;
let asked = 0;

/** As the home page has them. */
function Latest() {
  useLiveOrders();
  const { data = [] } = useQuery({ ...query('listOrders', { query: { limit: 4 } }), select: itemsOf });
  return <output id="latest">{data.map(stateOf)}</output>;
}
/** As the purchase record has them. */
function All() {
  useLiveOrders();
  const { data } = useInfiniteQuery(pages('listOrders', { query: { limit: 30 } }));
  return <output id="all">{data?.pages.flatMap(itemsOf).map(stateOf)}</output>;
}

beforeEach(() => {
  asked = 0;
  readOrder = () => Promise.resolve(order('sent'));
  vi.stubGlobal('fetch', async (url: string) => {
    const isList = !new URL(url, 'http://shop.test').pathname.endsWith('/A');
    if (!isList) asked += 1;
    const data = isList ? { items: [order('queued')], next_cursor: null, total: null } : await readOrder();
    return Response.json({ code: 200, message: '', data });
  });
  client = createQueryClient();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  root.unmount();
  client.clear();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const show = (page: React.ReactNode): void =>
  root.render(<QueryClientProvider client={client}>{page}</QueryClientProvider>);
const shows = (id: string, state: string) =>
  expect.poll(() => document.querySelector(`#${id}`)?.textContent).toBe(state);
const announce = (): void => announceLive('order', { order_no: 'A' });

const PAGES = { latest: <Latest />, all: <All /> };

test.each<[string, (keyof typeof PAGES)[]]>([
  ['the latest orders of the home page', ['latest']],
  ['the purchase record', ['all']],
  ['the purchase record after the home page', ['latest', 'all']],
  ['the home page after the purchase record', ['all', 'latest']],
])('%s shows what became of an order', async (_, visited) => {
  for (const page of visited) {
    show(PAGES[page]);
    await shows(page, 'queued');
  }
  announce();
  await shows(visited.at(-1)!, 'sent');
});

test('an answer of before the last event is not the last word', async () => {
  show(<All />);
  await shows('all', 'queued');
  const first = Promise.withResolvers<ReturnType<typeof order>>();
  readOrder = () => (asked === 1 ? first.promise : Promise.resolve(order('sent')));
  announce();
  await expect.poll(() => asked).toBe(1);
  announce();
  await shows('all', 'sent');
  first.resolve(order('queued'));
  await expect.poll(() => client.isFetching()).toBe(0);
  await shows('all', 'sent');
});
