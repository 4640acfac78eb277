import { useInfiniteQuery } from '@tanstack/react-query';
import { pages } from '../../../lib/api/pages.ts';
import { orderQuery, type OrderFilter } from './order-filter.ts';

/** The buyer's orders, newest first, loaded page by page. */
export const useOrders = (filter: OrderFilter) =>
  useInfiniteQuery(pages('listOrders', { query: orderQuery(filter) }));
