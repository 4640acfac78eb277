import type { Data, Input, Order } from '@portside/contract';
import { requireUser } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { findGoods } from '../../goods/index.ts';
import { readPosition } from '../order-no.ts';
import { presentOrder } from '../orders.present.ts';
import { type OrderRow, findOrder, findOrders, findOwnOrder } from '../orders.sql.ts';
import { findOpenlyClaimed } from '../after-sales/warranty-claims.sql.ts';
import { planOwnSearch } from './plan-search.ts';
import { searchOrders } from './search-orders.ts';
import { refuse } from '../../../platform/refusal.ts';

/** One own order. Refuses an unknown number and another user's order alike (notFound). */
export async function readOrder(ctx: Ctx, { params }: Input<'readOrder'>): Promise<Order> {
  const [order] = await present(ctx, [await getOwnOrder(ctx, params.order_no)]);
  return order!;
}

/** Own orders that pass the filter, newest first. A reference names one order, whatever else is asked for. */
export async function listOrders(ctx: Ctx, { query }: Input<'listOrders'>): Promise<Data<'listOrders'>> {
  const { userId } = requireUser(ctx.actor);
  const { limit, cursor, reference, ...filter } = query;
  const past = readPosition(cursor);
  if (reference !== undefined) {
    const order = await ctx.db
      .selectFrom('orders')
      .selectAll()
      .where('user_id', '=', userId)
      .where('reference', '=', reference)
      .executeTakeFirst();
    return { items: await present(ctx, order ? [order] : []), next_cursor: null, total: order ? 1 : 0 };
  }
  const search = await planOwnSearch(ctx, userId, filter);
  if (search === null) return { items: [], next_cursor: null, total: null };
  const { orders, next } = await searchOrders(ctx.db, search, past, limit);
  return { items: await present(ctx, orders), next_cursor: next?.orderNo ?? null, total: null };
}

async function present(ctx: Ctx, orders: readonly OrderRow[]): Promise<Order[]> {
  const [goods, claimed] = await Promise.all([
    findGoods(ctx.db, [...new Set(orders.map((order) => order.goods_id))]),
    findOpenlyClaimed(
      ctx.db,
      orders.map(({ id }) => id),
    ),
  ]);
  return orders.map((order) =>
    presentOrder(order, goods.get(order.goods_id)!, ctx.language, claimed.has(order.id)),
  );
}

/** The caller's order by its id, for those who know it by no other number. Refuses like `getOwnOrder`. */
export async function getOwnOrderById(ctx: Ctx, id: bigint): Promise<OrderRow> {
  const { userId } = requireUser(ctx.actor);
  const order = await findOrder(ctx.db, id);
  return order?.user_id === userId ? order : refuse('notFound');
}

/** Those of the ids that are the caller's orders. */
export async function getOwnOrdersById(
  ctx: Ctx,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, OrderRow>> {
  const { userId } = requireUser(ctx.actor);
  const orders = await findOrders(ctx.db, ids);
  return new Map(orders.filter((order) => order.user_id === userId).map((order) => [order.id, order]));
}

/** The caller's order. Refuses an unknown number and another user's order alike (notFound). */
export async function getOwnOrder(ctx: Ctx, orderNo: string): Promise<OrderRow> {
  const { userId } = requireUser(ctx.actor);
  return (await findOwnOrder(ctx.db, userId, orderNo)) ?? refuse('notFound');
}
