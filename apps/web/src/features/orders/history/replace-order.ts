import type { Data, Order } from '@portside/contract';
import type { InfiniteData } from '@tanstack/react-query';

type Pages = InfiniteData<Data<'listOrders'>>;

/** The pages with one order replaced; pages without it keep their identity. */
export const replaceOrder = (list: Pages, order: Order): Pages => ({
  ...list,
  pages: list.pages.map((page) =>
    page.items.some(({ order_no }) => order_no === order.order_no)
      ? { ...page, items: page.items.map((one) => (one.order_no === order.order_no ? order : one)) }
      : page,
  ),
});
