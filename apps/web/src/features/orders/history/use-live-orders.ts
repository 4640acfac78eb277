import type { Data, Order } from '@portside/contract';
import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { query, queryKey } from '../../../lib/api/query.ts';
import { useLiveEvent } from '../../../lib/live/use-live-event.ts';
import { replaceOrder } from './replace-order.ts';

type Page = Data<'listOrders'>;

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
  await client.invalidateQueries({ queryKey: queryKey('listOrderClaims', { params }) });
  await client.invalidateQueries({
    queryKey: queryKey('readAccounts', { params, query: { format: 'json' } }),
  });
  await followOrder(client, orderNo);
}

/** A loaded order is replaced in place; a new one, or one in a list that is under way, makes the lists refetch. */
async function followOrder(client: QueryClient, orderNo: string): Promise<void> {
  const request = query('readOrder', { params: { order_no: orderNo } }, { isQuiet: true });
  const order = await client.fetchQuery({ ...request, staleTime: 0 }).catch(() => undefined);
  const lists = client.getQueriesData<InfiniteData<Page>>({ queryKey: LISTS });
  const isLoaded = order !== undefined && lists.some(([, list]) => list && has(list, order));
  if (!isLoaded || client.isFetching({ queryKey: LISTS }) > 0)
    return client.invalidateQueries({ queryKey: LISTS });
  client.setQueriesData<InfiniteData<Page>>({ queryKey: LISTS }, (list) => list && replaceOrder(list, order));
}

const has = ({ pages }: InfiniteData<Page>, { order_no }: Order): boolean =>
  pages.some(({ items }) => items.some((one) => one.order_no === order_no));
