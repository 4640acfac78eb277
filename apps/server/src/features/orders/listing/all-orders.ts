import type { Data, Input, AdminOrder, Language } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { pageReader } from '../../../platform/lists/page-reader.ts';
import { planSearch } from './plan-search.ts';
import { orderList } from './search-orders.ts';
import type { FastifyReply } from 'fastify';
import { sendList, type Columns } from '../../../platform/http/send-list.ts';
import type { Db } from '../../../platform/db/db.ts';
import { findGoods } from '../../goods/index.ts';
import { findCouponCodes } from '../../prices/index.ts';
import { nameDays } from '../../settings/index.ts';
import { findOpenlyClaimed } from '../after-sales/warranty-claims.sql.ts';
import { presentOrder } from '../orders.present.ts';
import type { OrderRow } from '../orders.sql.ts';

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

/** Orders with their buyers and the agents who referred them. */
export async function presentAdminOrders(
  db: Db,
  orders: readonly OrderRow[],
  language: Language,
): Promise<AdminOrder[]> {
  const [goods, buyers, coupons, claimed] = await Promise.all([
    findGoods(db, [...new Set(orders.map((order) => order.goods_id))]),
    findBuyers(db, [...new Set(orders.map((order) => order.user_id))]),
    findCouponCodes(db, [...new Set(orders.flatMap(({ coupon_id: id }) => id ?? []))]),
    findOpenlyClaimed(
      db,
      orders.map(({ id }) => id),
    ),
  ]);
  return orders.map((order) => ({
    ...presentOrder(order, goods.get(order.goods_id)!, language, claimed.has(order.id)),
    ...presentBuyer(buyers.get(order.user_id)!),
    coupon: order.coupon_id === null ? null : (coupons.get(order.coupon_id) ?? null),
    refunded_accounts: order.refunded_quantity,
  }));
}

const presentBuyer = ({ id, username, email, agent_id, platform_name }: Buyer) => ({
  buyer: { id: String(id), username, email },
  agent: agent_id === null ? null : { id: String(agent_id), platform_name: platform_name! },
});

/** A buyer, and the agent who referred them. */
type Buyer = {
  readonly id: bigint;
  readonly username: string;
  readonly email: string;
  readonly agent_id: bigint | null;
  readonly platform_name: string | null;
};

/** By id; unknown ids are absent. */
async function findBuyers(db: Db, ids: readonly bigint[]): Promise<Map<bigint, Buyer>> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('agents', 'agents.user_id', 'users.agent_id')
    .select(['users.id', 'username', 'email', 'users.agent_id', 'platform_name'])
    .where('users.id', 'in', ids.length === 0 ? [0n] : ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
