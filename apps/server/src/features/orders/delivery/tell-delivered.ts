import type { Ctx } from '../../../platform/context.ts';
import { findGoods } from '../../goods/index.ts';
import { findLinked, notify, type Told } from '../../notices/index.ts';
import { findOrder, type OrderRow } from '../orders.sql.ts';
import { isPartKey } from '../standing/standing-orders.ts';

/**
 * Tells buyers by Telegram that their orders are delivered; everybody has the order's own e-mail. Programs are told by
 * webhooks, and standing orders by a notice of their own.
 */
export async function tellDelivered(ctx: Ctx, orders: readonly OrderRow[]): Promise<void> {
  const own = orders.filter((one) => one.api_key_id === null && !isPartKey(one.idempotency_key));
  const linked = await findLinked(
    ctx.db,
    own.map((one) => one.user_id),
  );
  for (const { id, user_id: userId } of own)
    if (linked.has(userId)) await notify(ctx, { userId, event: 'orderDelivered', reference: id });
}

/** What tells of a delivered order; null once it was refunded in full, or its accounts are erased. */
export async function readDelivered({ db }: Ctx, orderId: bigint): Promise<Told | null> {
  const order = await findOrder(db, orderId);
  if (!order || order.status === 'refunded' || order.accounts_deleted_at !== null) return null;
  const { order_no: orderNo, user_id: userId, quantity: accounts } = order;
  const { name } = (await findGoods(db, [order.goods_id])).get(order.goods_id)!;
  return { userId, event: 'orderDelivered', facts: { orderNo, name, accounts }, path: `/order/${orderNo}` };
}
