import type { Data, Order } from '@portside/contract';
import type { InfiniteData } from '@tanstack/react-query';

type Page = Data<'listOrders'>;
/** The buyer's orders as the cache has them: one page of a few, or all pages loaded so far. */
export type OrderList = Page | InfiniteData<Page>;

/** The list with one order replaced; pages without it keep their identity. */
export const replaceOrder = (list: OrderList, order: Order): OrderList =>
  'pages' in list
    ? { ...list, pages: list.pages.map((page) => replaceIn(page, order)) }
    : replaceIn(list, order);

/** Whether the order is in it. */
export const hasOrder = (list: OrderList, order: Order): boolean =>
  ('pages' in list ? list.pages : [list]).some((page) => isIn(page, order));

const replaceIn = (page: Page, order: Order): Page =>
  isIn(page, order)
    ? { ...page, items: page.items.map((one) => (one.order_no === order.order_no ? order : one)) }
    : page;

const isIn = ({ items }: Page, { order_no: orderNo }: Order): boolean =>
  items.some((one) => one.order_no === orderNo);
