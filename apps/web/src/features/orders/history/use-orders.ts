import type { Data, Order } from '@portside/contract';
import { useInfiniteQuery, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { pages } from '../../../lib/api/pages.ts';
import { query, queryKey } from '../../../lib/api/query.ts';
import { useLiveEvent } from '../../../lib/live/use-live-event.ts';
import { orderQuery, type OrderFilter } from './order-filter.ts';
import { replaceOrder } from './replace-order.ts';

type Page = Data<'listOrders'>;

/** Own orders, newest first, page after page. */
export const useOrders = (filter: OrderFilter) =>
  useInfiniteQuery(pages('listOrders', { query: orderQuery(filter) }));

/** Keeps lists and details true while orders change elsewhere. Mount once on a page. */
export function useLiveOrders(): void {
  const client = useQueryClient();
  useLiveEvent('order', ({ order_no }) => void followOrder(client, order_no));
  useLiveEvent('claim', ({ order_no }) => void followClaim(client, order_no));
}

/** What was claimed has been decided: other accounts came, or money back. */
async function followClaim(client: QueryClient, orderNo: string): Promise<void> {
  const params = { order_no: orderNo };
  await client.invalidateQueries({ queryKey: queryKey('listOrderClaims', { params }) });
  await client.invalidateQueries({
    queryKey: queryKey('readAccounts', { params, query: { format: 'json' } }),
  });
  await followOrder(client, orderNo);
}

/** A known order is replaced where it stands; a new one makes the lists ask again. */
async function followOrder(client: QueryClient, orderNo: string): Promise<void> {
  const request = query('readOrder', { params: { order_no: orderNo } }, { isQuiet: true });
  const order = await client.fetchQuery({ ...request, staleTime: 0 }).catch(() => undefined);
  const lists = client.getQueriesData<InfiniteData<Page>>({ queryKey: queryKey('listOrders') });
  if (order === undefined || !lists.some(([, list]) => list && has(list, order)))
    return client.invalidateQueries({ queryKey: queryKey('listOrders') });
  client.setQueriesData<InfiniteData<Page>>(
    { queryKey: queryKey('listOrders') },
    (list) => list && replaceOrder(list, order),
  );
}

const has = ({ pages }: InfiniteData<Page>, { order_no }: Order): boolean =>
  pages.some(({ items }) => items.some((one) => one.order_no === order_no));
