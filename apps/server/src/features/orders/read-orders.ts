import type { Data, Input, Order } from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { cutPage, readIdCursor } from '../../platform/http/page-by-id.ts';
import { refuse } from '../../platform/refusal.ts';
import { findGoods } from '../goods/index.ts';
import { presentOrder } from './orders.present.ts';
import { findOwnOrder, listOwnOrders, type OrderRow } from './orders.sql.ts';

/** Another user's order does not exist for the caller. */
export async function getOwnOrder(ctx: Ctx, orderNo: string): Promise<OrderRow> {
  const { userId } = requireUser(ctx.actor);
  return (await findOwnOrder(ctx.db, userId, orderNo)) ?? refuse('notFound');
}

export async function readOrder(ctx: Ctx, { params }: Input<'readOrder'>): Promise<Order> {
  const [order] = await present(ctx, [await getOwnOrder(ctx, params.order_no)]);
  return order!;
}

export async function listOrders(ctx: Ctx, { query }: Input<'listOrders'>): Promise<Data<'listOrders'>> {
  const { userId } = requireUser(ctx.actor);
  const filter = {
    orderNo: query.order_no,
    categoryId: query.category === undefined ? undefined : BigInt(query.category),
    from: query.from === undefined ? undefined : new Date(query.from),
    to: query.to === undefined ? undefined : new Date(query.to),
    before: readIdCursor(query.cursor),
  };
  const rows = await listOwnOrders(ctx.db, userId, filter, query.limit + 1);
  const { shown, nextCursor } = cutPage(rows, query.limit);
  return { items: await present(ctx, shown), next_cursor: nextCursor, total: null };
}

async function present(ctx: Ctx, orders: readonly OrderRow[]): Promise<Order[]> {
  const goods = await findGoods(ctx.db, [...new Set(orders.map((order) => order.goods_id))]);
  return orders.map((order) => presentOrder(order, goods.get(order.goods_id)!, ctx.language));
}
