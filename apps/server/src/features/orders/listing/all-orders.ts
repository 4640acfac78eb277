import type { Data, Input, AdminOrder, Language } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { pageReader } from '../../../platform/lists/page-reader.ts';
import { planSearch } from './plan-search.ts';
import { orderList } from './search-orders.ts';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { idArray } from '../../../platform/db/arrays.ts';
import { sendList, type Columns } from '../../../platform/http/send-list.ts';
import type { Db } from '../../../platform/db/db.ts';
import { findGoods } from '../../goods/index.ts';
import { findCouponCodes } from '../../prices/index.ts';
import { nameDays } from '../../settings/index.ts';
import { findOpenlyClaimed } from '../after-sales/warranty-claims.sql.ts';
import { presentOrder } from '../orders.present.ts';
import { agentOfOrder, type OrderRow } from '../orders.sql.ts';

/** Orders of all buyers that pass the filter, newest first unless another sort is asked for. */
export const listAllOrders = (ctx: Ctx, { query }: Input<'listAllOrders'>): Promise<Data<'listAllOrders'>> =>
  findOrders(ctx, query);

async function findOrders(
  ctx: Ctx,
  { limit, cursor, sort, ...filter }: Input<'listAllOrders'>['query'],
): Promise<Data<'listAllOrders'>> {
  const readPage = pageReader(orderList, { cursor, sort });
  const search = await planSearch(ctx.db, filter);
  if (search === null) return { items: [], next_cursor: null, total: null };
  const { rows, next_cursor } = await readPage(ctx.db, search, limit);
  return { items: await presentAdminOrders(ctx.db, rows, ctx.language), next_cursor, total: null };
}

const COLUMNS: Columns<AdminOrder> = {
  order_no: (order) => order.order_no,
  created_at: (order) => order.created_at,
  status: (order) => order.status,
  username: ({ buyer }) => buyer.username,
  email: ({ buyer }) => buyer.email,
  agent: ({ agent }) => agent && agent.platform_name,
  product_id: ({ goods }) => goods.id,
  product: ({ goods }) => goods.name,
  category_id: ({ goods }) => goods.category,
  gender: (order) => order.gender,
  accounts: { number: (order) => order.quantity },
  unit_price: { number: (order) => order.unit_price },
  total_amount: { number: (order) => order.total_amount },
  delivery_email: ({ delivery }) => delivery.email,
  delivery_state: ({ delivery }) => delivery.state,
  discount: { number: (order) => order.discount },
  coupon: (order) => order.coupon,
  price_source: (order) => order.price_source,
  reference: (order) => order.reference,
};

/** The orders that pass a filter as a CSV file, newest first. */
export async function exportOrders(
  ctx: Ctx,
  { query }: Input<'exportOrders'>,
  reply: FastifyReply,
): Promise<unknown> {
  return sendList(ctx, reply, {
    name: 'orders',
    days: await nameDays(ctx.db, query),
    action: 'order.export',
    subject: 'order',
    query,
    columns: COLUMNS,
    readPage: (page) => findOrders(ctx, { ...query, ...page }),
  });
}

/** Orders with their buyers and the agents who had brought them. */
export async function presentAdminOrders(
  db: Db,
  orders: readonly OrderRow[],
  language: Language,
): Promise<AdminOrder[]> {
  const [goods, buyers, agents, coupons, claimed] = await Promise.all([
    findGoods(db, [...new Set(orders.map((order) => order.goods_id))]),
    findBuyers(db, [...new Set(orders.map((order) => order.user_id))]),
    findAgents(
      db,
      orders.map(({ id }) => id),
    ),
    findCouponCodes(db, [...new Set(orders.flatMap(({ coupon_id: id }) => id ?? []))]),
    findOpenlyClaimed(
      db,
      orders.map(({ id }) => id),
    ),
  ]);
  return orders.map((order) => ({
    ...presentOrder(order, goods.get(order.goods_id)!, language, claimed.has(order.id)),
    buyer: buyers.get(order.user_id)!,
    agent: agents.get(order.id) ?? null,
    coupon: order.coupon_id === null ? null : (coupons.get(order.coupon_id) ?? null),
    refunded_accounts: order.refunded_quantity,
  }));
}

/** By id; unknown ids are absent. */
async function findBuyers(db: Db, ids: readonly bigint[]): Promise<Map<bigint, AdminOrder['buyer']>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username', 'email'])
    .where('id', 'in', ids.length === 0 ? [0n] : ids)
    .execute();
  return new Map(rows.map(({ id, ...buyer }) => [id, { id: String(id), ...buyer }]));
}

/** Who had brought the buyers of these orders, by the order's id; absent where nobody had. */
async function findAgents(
  db: Db,
  orderIds: readonly bigint[],
): Promise<Map<bigint, NonNullable<AdminOrder['agent']>>> {
  const { rows } = await sql<{ order_id: bigint; id: bigint; platform_name: string }>`
    select o.id as order_id, agents.user_id as id, platform_name
    from orders o join agents on agents.user_id = ${agentOfOrder('o')}
    where o.id = any(${idArray(orderIds)}::bigint[])`.execute(db);
  return new Map(
    rows.map(({ order_id, id, platform_name }) => [order_id, { id: String(id), platform_name }]),
  );
}
