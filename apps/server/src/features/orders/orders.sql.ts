import { sql, type Selectable, type Updateable } from 'kysely';
import { crashPoint } from '../../platform/crash-point.ts';
import { idArray, textArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import type { ItemRange } from '../stock/index.ts';
import { orderKey } from './decide-orders.ts';
import type { OrdersTable } from './orders.tables.ts';

export type OrderRow = Selectable<OrdersTable>;

/**
 * Orders already placed under the callers' keys, by `orderKey`. The sum keeps the planner from looking through
 * all orders of a user: as long as the table is small, it takes that for just as good.
 */
export async function findEarlierOrders(
  db: Db,
  keys: readonly { userId: bigint; idempotencyKey: string }[],
): Promise<Map<string, OrderRow>> {
  const { rows } = await sql<OrderRow>`
    select o.* from unnest(
      ${idArray(keys.map((key) => key.userId))}::bigint[], ${textArray(keys.map((key) => key.idempotencyKey))}::text[])
      as key (user_id, idempotency_key)
    cross join lateral (
      select * from orders
      where idempotency_key = key.idempotency_key and user_id + 0 = key.user_id limit 1) o`.execute(db);
  return new Map(rows.map((row) => [orderKey(row.user_id, row.idempotency_key), row]));
}

export async function takeOrderIds(db: Db, count: number): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select nextval('order_ids')::bigint as id from generate_series(1, ${count})`.execute(db);
  return rows.map((row) => row.id);
}

export type NewOrder = OrderRow & { readonly items: readonly ItemRange[] };

/** The same for all orders of a batch. */
export type OrderTimes = { readonly createdAt: Date; readonly deleteAt: Date };

/** Writes orders and which items they took; the database refuses an item that is already in an order. */
export async function insertOrders(db: Db, orders: readonly NewOrder[], times: OrderTimes): Promise<void> {
  const ranges = orders.flatMap((order) => order.items.map((item) => ({ ...item, orderId: order.id })));
  await Promise.all([
    sql`
      insert into orders (id, order_no, user_id, goods_id, quantity, gender, unit_price_micro, total_micro,
        email, idempotency_key, request_hash, created_at, accounts_delete_at)
      select *, ${times.createdAt}::timestamptz, ${times.deleteAt}::timestamptz from unnest(
        ${idArray(orders.map((o) => o.id))}::bigint[], ${textArray(orders.map((o) => o.order_no))}::text[],
        ${idArray(orders.map((o) => o.user_id))}::bigint[], ${idArray(orders.map((o) => o.goods_id))}::bigint[],
        ${idArray(orders.map((o) => o.quantity))}::int[], ${textArray(orders.map((o) => o.gender))}::text[],
        ${idArray(orders.map((o) => o.unit_price_micro))}::bigint[],
        ${idArray(orders.map((o) => o.total_micro))}::bigint[], ${textArray(orders.map((o) => o.email))}::text[],
        ${textArray(orders.map((o) => o.idempotency_key))}::text[],
        ${idArray(orders.map((o) => o.request_hash))}::bigint[])`.execute(db),
    sql`
      insert into order_ranges (first_id, end_id, order_id)
      select * from unnest(
        ${idArray(ranges.map((r) => r.firstId))}::bigint[], ${idArray(ranges.map((r) => r.endId))}::bigint[],
        ${idArray(ranges.map((r) => r.orderId))}::bigint[])`.execute(db),
  ]);
  crashPoint('order: written');
}

export const findOrder = (db: Db, id: bigint): Promise<OrderRow | undefined> =>
  db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();

export const findOwnOrder = (db: Db, userId: bigint, orderNo: string): Promise<OrderRow | undefined> =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('order_no', '=', orderNo)
    .where('user_id', '=', userId)
    .executeTakeFirst();

export async function findOrderItems(db: Db, orderIds: readonly bigint[]): Promise<ItemRange[]> {
  const { rows } = await sql<{ first_id: bigint; end_id: bigint }>`
    select first_id, end_id from order_ranges where order_id = any(${orderIds}::bigint[])
    order by first_id`.execute(db);
  return rows.map((row) => ({ firstId: row.first_id, endId: row.end_id }));
}

export type OrderFilter = {
  readonly orderNo?: string | undefined;
  readonly categoryId?: bigint | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Only orders older than this one. */
  readonly before?: bigint | undefined;
};

/** A user's orders, newest first. */
export function listOwnOrders(
  db: Db,
  userId: bigint,
  filter: OrderFilter,
  limit: number,
): Promise<OrderRow[]> {
  let query = db
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit);
  if (filter.before !== undefined) query = query.where('id', '<', filter.before);
  if (filter.orderNo !== undefined)
    query = query.where('order_no', 'like', `${filter.orderNo.toUpperCase().replace(/[\\%_]/g, '\\$&')}%`);
  if (filter.from) query = query.where('created_at', '>=', filter.from);
  if (filter.to) query = query.where('created_at', '<=', filter.to);
  if (filter.categoryId !== undefined) {
    const inCategory = db.selectFrom('goods').select('id').where('category_id', '=', filter.categoryId);
    query = query.where('goods_id', 'in', inCategory);
  }
  return query.execute();
}

/** Accounts (not orders) sold from `since` on. */
export async function countSoldSince(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<{ sold: number }>`
    select coalesce(sum(quantity), 0)::int as sold from orders where created_at >= ${since}`.execute(db);
  return rows[0]!.sold;
}

export const listLatestOrders = (db: Db, limit: number): Promise<{ order_no: string; created_at: Date }[]> =>
  db.selectFrom('orders').select(['order_no', 'created_at']).orderBy('id', 'desc').limit(limit).execute();

export const lockOrder = (db: Db, id: bigint): Promise<OrderRow> =>
  db.selectFrom('orders').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow();

export async function updateOrder(
  db: Db,
  id: bigint,
  change: Pick<Updateable<OrdersTable>, 'status' | 'email' | 'delivery_state' | 'resends'>,
): Promise<void> {
  await db.updateTable('orders').set(change).where('id', '=', id).execute();
}

/** Orders whose texts are due to go; passes over what another process is at. */
export async function lockOrdersToPurge(db: Db, now: Date, limit: number): Promise<bigint[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('accounts_deleted_at', 'is', null)
    .where('accounts_delete_at', '<=', now)
    .orderBy('accounts_delete_at')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => row.id);
}

export async function markPurged(db: Db, ids: readonly bigint[], now: Date): Promise<void> {
  await db.updateTable('orders').set({ accounts_deleted_at: now }).where('id', 'in', ids).execute();
}
