import type { Ctx } from '../../platform/context.ts';
import { nextStatus, type OrderEvent } from './order-states.ts';
import { lockOrder, updateOrder } from './orders.sql.ts';

/** Moves an order on by the transition table, inside the caller's transaction; tells whether it did. */
export async function advanceOrder({ db, live }: Ctx, id: bigint, event: OrderEvent): Promise<boolean> {
  const order = await lockOrder(db, id);
  const status = nextStatus(order.status, event);
  if (status === null || status === order.status) return false;
  await updateOrder(db, id, { status });
  live.publish({ to: order.user_id, name: 'order', data: { order_no: order.order_no } });
  return true;
}
