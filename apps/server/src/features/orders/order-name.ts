import type { OrderRow } from './orders.sql.ts';

/** How events name an order. */
export const orderName = ({ id, order_no, user_id }: Pick<OrderRow, 'id' | 'order_no' | 'user_id'>) => ({
  orderId: id,
  orderNo: order_no,
  userId: user_id,
});
