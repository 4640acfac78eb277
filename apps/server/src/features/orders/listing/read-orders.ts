import type { Data, Input, Order } from '@portside/contract';
import { requireUser } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { findGoods } from '../../goods/index.ts';
import { planOwnSearch } from './order-filter.ts';
import { readPosition } from '../order-time.ts';
import { presentOrder } from '../orders.present.ts';
import { findOwnOrder, type OrderRow } from '../orders.sql.ts';
import { searchOrders } from './search-orders.ts';

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
  const { limit, cursor, ...filter } = query;
  const after = readPosition(cursor);
  const search = await planOwnSearch(ctx.db, userId, filter);
  if (search === null) return { items: [], next_cursor: null, total: null };
  const { orders, next } = await searchOrders(ctx.db, search, after, limit);
  return { items: await present(ctx, orders), next_cursor: next?.orderNo ?? null, total: null };
}

async function present(ctx: Ctx, orders: readonly OrderRow[]): Promise<Order[]> {
  const goods = await findGoods(ctx.db, [...new Set(orders.map((order) => order.goods_id))]);
  return orders.map((order) => presentOrder(order, goods.get(order.goods_id)!, ctx.language));
}
