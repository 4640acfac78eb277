import type { Order, Data } from '@portside/contract';
import { isCancelledError, useQueryClient, type QueryClient, type InfiniteData } from '@tanstack/react-query';
import { query, queryKey } from '../../../lib/api/query.ts';
import { useLiveEvent } from '../../../lib/live/live-events.ts';

const LISTS = queryKey('listOrders');

/** Keeps lists and details up to date while orders change elsewhere. Mount once per page. */
export function useLiveOrders(): void {
  const client = useQueryClient();
  useLiveEvent('order', ({ order_no }) => void followOrder(client, order_no));
  useLiveEvent('claim', ({ order_no }) => void followClaim(client, order_no));
}

/** A claim was decided: accounts were replaced or money refunded. */
async function followClaim(client: QueryClient, orderNo: string): Promise<void> {
  const params = { order_no: orderNo };
  await client.invalidateQueries({ queryKey: queryKey('listOrderWarrantyClaims', { params }) });
  await client.invalidateQueries({
    queryKey: queryKey('readAccounts', { params, query: { format: 'json' } }),
  });
  await followOrder(client, orderNo);
}

/** Replaces a loaded order in place; a new one, or one in a list that is still loading, makes the lists refetch. */
async function followOrder(client: QueryClient, orderNo: string): Promise<void> {
  const order = await askAgain(client, orderNo);
  // A later event brings it.
  if (order === 'askedAnew') return;
  const lists = client.getQueriesData<OrderList>({ queryKey: LISTS });
  const isLoaded = order !== null && lists.some(([, list]) => list && hasOrder(list, order));
  if (!isLoaded || client.isFetching({ queryKey: LISTS }) > 0)
    return client.invalidateQueries({ queryKey: LISTS });
  client.setQueriesData<OrderList>({ queryKey: LISTS }, (list) => list && replaceOrder(list, order));
}

/** Null if the shop does not say. */
async function askAgain(client: QueryClient, orderNo: string): Promise<Order | 'askedAnew' | null> {
  const request = query('readOrder', { params: { order_no: orderNo } }, { isQuiet: true });
  // A running request may answer with the state before the change.
  await client.cancelQueries({ queryKey: request.queryKey, exact: true });
  return client
    .fetchQuery({ ...request, staleTime: 0 })
    .catch((error: unknown) => (isCancelledError(error) ? 'askedAnew' : null));
}

type Page = Data<'listOrders'>;

/** The buyer's orders as the cache has them: one page of a few, or all pages loaded so far. */
type OrderList = Page | InfiniteData<Page>;

/** The list with one order replaced; pages without it keep their identity. */
export const replaceOrder = (list: OrderList, order: Order): OrderList =>
  'pages' in list
    ? { ...list, pages: list.pages.map((page) => replaceIn(page, order)) }
    : replaceIn(list, order);

/** Whether the order is in it. */
const hasOrder = (list: OrderList, order: Order): boolean =>
  ('pages' in list ? list.pages : [list]).some((page) => isIn(page, order));

const replaceIn = (page: Page, order: Order): Page =>
  isIn(page, order)
    ? { ...page, items: page.items.map((one) => (one.order_no === order.order_no ? order : one)) }
    : page;

const isIn = ({ items }: Page, { order_no: orderNo }: Order): boolean =>
  items.some((one) => one.order_no === orderNo);
