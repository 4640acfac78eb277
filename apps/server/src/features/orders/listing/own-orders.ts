import type { Data, Input, Order } from '@portside/contract';
import { requireUser } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { findGoods } from '../../goods/index.ts';
import { readPosition } from '../order-no.ts';
import { presentOrder } from '../orders.present.ts';
import { type OrderRow, findOwnOrder } from '../orders.sql.ts';
import { planOwnSearch } from './plan-search.ts';
import { searchOrders } from './search-orders.ts';
import { refuse } from '../../../platform/refusal.ts';

/** One own order. Refuses an unknown number and another user's order alike (notFound). */
export async function readOrder(ctx: Ctx, { params }: Input<'readOrder'>): Promise<Order> {
  const [order] = await present(ctx, [await getOwnOrder(ctx, params.order_no)]);
  return order!;
}

/** Own orders that pass the filter, newest first. */
export async function listOrders(ctx: Ctx, { query }: Input<'listOrders'>): Promise<Data<'listOrders'>> {
  const { userId } = requireUser(ctx.actor);
  const { limit, cursor, ...filter } = query;
  const past = readPosition(cursor);
  const search = await planOwnSearch(ctx.db, userId, filter);
  if (search === null) return { items: [], next_cursor: null, total: null };
  const { orders, next } = await searchOrders(ctx.db, search, past, limit);
  return { items: await present(ctx, orders), next_cursor: next?.orderNo ?? null, total: null };
}

async function present(ctx: Ctx, orders: readonly OrderRow[]): Promise<Order[]> {
  const goods = await findGoods(ctx.db, [...new Set(orders.map((order) => order.goods_id))]);
  return orders.map((order) => presentOrder(order, goods.get(order.goods_id)!, ctx.language));
}

/** The caller's order. Refuses an unknown number and another user's order alike (notFound). */
export async function getOwnOrder(ctx: Ctx, orderNo: string): Promise<OrderRow> {
  const { userId } = requireUser(ctx.actor);
  return (await findOwnOrder(ctx.db, userId, orderNo)) ?? refuse('notFound');
}
