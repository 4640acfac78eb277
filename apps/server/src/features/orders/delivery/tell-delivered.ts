import type { NoticeWay } from '@portside/contract/notices/notices';
import { MINUTE_MS } from '../../../platform/clock.ts';
import type { Ctx } from '../../../platform/context.ts';
import { findGoods } from '../../goods/index.ts';
import { findReached, notify, type Told } from '../../notices/index.ts';
import { findOrder, type OrderRow } from '../orders.sql.ts';
import { isPartKey } from '../standing/standing-orders.ts';

/**
 * Tells buyers by Telegram, and on the page if they asked for it, that their orders are delivered; everybody has the
 * order's own e-mail. Programs are told by webhooks, and standing orders by a notice of their own.
 */
export async function tellDelivered(ctx: Ctx, orders: readonly OrderRow[]): Promise<void> {
  const own = orders.filter((one) => one.api_key_id === null && !isPartKey(one.idempotency_key));
  const reached = await findReached(
    ctx.db,
    'orderDelivered',
    own.map((one) => one.user_id),
  );
  const theirs = own.filter((one) => reached.has(one.user_id));
  for (const [userId, some] of Map.groupBy(theirs, (one) => one.user_id))
    await notify(ctx, { userId, event: 'orderDelivered', reference: some.map(({ id }) => id) });
}

/** What tells of a delivered order; null once it was refunded in full, or its accounts are erased. */
export async function readDelivered({ db }: Ctx, orderId: bigint): Promise<Told | null> {
  const order = await findOrder(db, orderId);
  if (!order || order.status === 'refunded' || order.accounts_deleted_at !== null) return null;
  const { order_no: orderNo, user_id: userId, quantity: accounts } = order;
  const { name } = (await findGoods(db, [order.goods_id])).get(order.goods_id)!;
  return { userId, event: 'orderDelivered', facts: { orderNo, name, accounts }, path: `/order/${orderNo}` };
}

const QUIET_MS = 5 * MINUTE_MS;

/**
 * Tells the buyer that the mail with the accounts of an order was given up, by the entry of its timeline that says so:
 * each time, as it may have gone to another address. By Telegram not of every order of many.
 */
export async function tellUndelivered(ctx: Ctx, { user_id: userId }: OrderRow, entry: bigint): Promise<void> {
  const lately = await ctx.db
    .selectFrom('notices')
    .select('id')
    .where('user_id', '=', userId)
    .where('event', '=', 'deliveryFailed')
    .where('created_at', '>', new Date(ctx.clock.now().getTime() - QUIET_MS))
    .limit(1)
    .execute();
  await notify(ctx, { userId, event: 'deliveryFailed', reference: entry, isQuiet: lately.length > 0 });
}

/** What tells of it; null once the order was mailed after all, refunded in full or erased, or a later mail was given up. */
export async function readDeliveryFailed({ db }: Ctx, entry: bigint, way: NoticeWay): Promise<Told | null> {
  const [last] = await db
    .selectFrom('order_timeline')
    .select(['id', 'order_id'])
    .where('kind', '=', 'mailFailed')
    .where('order_id', '=', (of) =>
      of.selectFrom('order_timeline').select('order_id').where('id', '=', entry),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  if (last?.id !== entry) return null;
  const order = await findOrder(db, last.order_id);
  if (order?.delivery_state !== 'failed' || order.status === 'refunded' || order.accounts_deleted_at !== null)
    return null;
  const { order_no: orderNo, user_id: userId } = order;
  // Telegram keeps messages for good, and the address may be somebody else's.
  const email = way === 'telegram' ? '' : order.email;
  const { name } = (await findGoods(db, [order.goods_id])).get(order.goods_id)!;
  return { userId, event: 'deliveryFailed', facts: { orderNo, name, email }, path: `/order/${orderNo}` };
}
