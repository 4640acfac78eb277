import type { Data, Order } from '@portside/contract';
import type { InfiniteData } from '@tanstack/react-query';

type Pages = InfiniteData<Data<'listOrders'>>;

/** The same pages with the new state of one order; pages without it are the same objects. */
export const replaceOrder = (list: Pages, order: Order): Pages => ({
  ...list,
  pages: list.pages.map((page) =>
    page.items.some(({ order_no }) => order_no === order.order_no)
      ? { ...page, items: page.items.map((one) => (one.order_no === order.order_no ? order : one)) }
      : page,
  ),
});
