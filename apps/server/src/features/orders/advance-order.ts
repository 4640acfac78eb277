import type { Ctx } from '../../platform/context.ts';
import { nextStatus, type OrderTransition } from './order-states.ts';
import { orderName } from './order-name.ts';
import { lockOrder, updateOrder } from './orders.sql.ts';

/** Applies a transition to an order inside the caller's transaction; returns whether its status changed. */
export async function advanceOrder(ctx: Ctx, id: bigint, transition: OrderTransition): Promise<boolean> {
  const { db, live } = ctx;
  const order = await lockOrder(db, id);
  const status = nextStatus(order.status, transition);
  if (status === null || status === order.status) return false;
  await updateOrder(db, id, { status });
  if (status === 'completed') await ctx.events.announce(ctx, 'orderCompleted', orderName(order));
  live.publish({ to: order.user_id, name: 'order', data: { order_no: order.order_no } });
  return true;
}
