import { sql, type Selectable, type Updateable, type Generated } from 'kysely';
import { idArray, textArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import { query, type Query, type Write } from '../../platform/db/pipeline.ts';
import type { ItemRange } from '../stock/index.ts';
import type { Gender, Order, OrderStatus } from '@portside/contract';

export type OrderRow = Selectable<OrdersTable>;

/** The kind of the delivery e-mail in the outbox; its reference is the order's id. */
export const DELIVERY_MAIL = 'order-delivery';

/** Names an order by its buyer and the buyer's idempotency key. */
export const orderKey = (userId: bigint, idempotencyKey: string): string => `${userId}/${idempotencyKey}`;

/** How many ids the sequence reserves at once: the size of the largest batch. */
export const ID_BLOCK = 512;

/**
 * Orders already placed under the callers' idempotency keys, by `orderKey`. `user_id + 0` keeps the planner from
 * reading all orders of a user by that column's index, which it considers just as good while the table is small.
 */
export const earlierOrders = (
  keys: readonly { userId: bigint; idempotencyKey: string }[],
): Query<OrderRow, Map<string, OrderRow>> =>
  query(
    sql`
      select o.* from unnest(
        ${idArray(keys.map((key) => key.userId))}::bigint[],
        ${textArray(keys.map((key) => key.idempotencyKey))}::text[]) as key (user_id, idempotency_key)
      cross join lateral (
        select * from orders
        where idempotency_key = key.idempotency_key and user_id + 0 = key.user_id limit 1) o`,
    (rows) => new Map(rows.map((row) => [orderKey(row.user_id, row.idempotency_key), row])),
  );

/** Ids for a batch of at most `ID_BLOCK` orders; every call reserves a block of its own. */
export const nextOrderIds = (count: number): Query<{ readonly first: string }, bigint[]> =>
  query(sql`select nextval('order_ids')::text as first`, ([row]) => {
    const first = BigInt(row!.first);
    return Array.from({ length: count }, (_, index) => first + BigInt(index));
  });

export type NewOrder = OrderRow & { readonly items: readonly ItemRange[] };

/** The orders of a batch, which share their times, and their items; the database refuses an item that is sold. */
export function insertOrders(orders: readonly NewOrder[]): Write[] {
  const ranges = orders.flatMap((order) => order.items.map((item) => ({ ...item, orderId: order.id })));
  const placed = sql`
    insert into orders (id, order_no, user_id, goods_id, quantity, gender, unit_price_micro, total_micro,
      email, idempotency_key, request_hash, warranty_hours, created_at, accounts_delete_at)
    select unnest(${idArray(orders.map((o) => o.id))}::bigint[]),
      unnest(${textArray(orders.map((o) => o.order_no))}::text[]),
      unnest(${idArray(orders.map((o) => o.user_id))}::bigint[]),
      unnest(${idArray(orders.map((o) => o.goods_id))}::bigint[]),
      unnest(${idArray(orders.map((o) => o.quantity))}::int[]),
      unnest(${textArray(orders.map((o) => o.gender))}::text[]),
      unnest(${idArray(orders.map((o) => o.unit_price_micro))}::bigint[]),
      unnest(${idArray(orders.map((o) => o.total_micro))}::bigint[]),
      unnest(${textArray(orders.map((o) => o.email))}::text[]),
      unnest(${textArray(orders.map((o) => o.idempotency_key))}::text[]),
      unnest(${idArray(orders.map((o) => o.request_hash))}::bigint[]),
      unnest(${idArray(orders.map((o) => o.warranty_hours))}::smallint[]),
      ${orders[0]!.created_at}::timestamptz, ${orders[0]!.accounts_delete_at}::timestamptz`;
  const taken = sql`
    insert into order_ranges (first_id, end_id, order_id)
    select unnest(${idArray(ranges.map((r) => r.firstId))}::bigint[]),
      unnest(${idArray(ranges.map((r) => r.endId))}::bigint[]),
      unnest(${idArray(ranges.map((r) => r.orderId))}::bigint[])`;
  return [{ statement: placed }, { statement: taken }];
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

/** Any buyer's. */
export const findOrderByNo = (db: Db, orderNo: string): Promise<OrderRow | undefined> =>
  db.selectFrom('orders').selectAll().where('order_no', '=', orderNo).executeTakeFirst();

/** How many accounts (not orders) were sold from `since` on. */
export async function countSoldSince(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<{ sold: number }>`
    select coalesce(sum(quantity), 0)::int as sold from orders where created_at >= ${since}`.execute(db);
  return rows[0]!.sold;
}

/** Newest first. */
export const listLatestOrders = (db: Db, limit: number): Promise<{ order_no: string; created_at: Date }[]> =>
  db.selectFrom('orders').select(['order_no', 'created_at']).orderBy('id', 'desc').limit(limit).execute();

/** Whatever changes an order begins with this lock. */
export const lockOrder = (db: Db, id: bigint): Promise<OrderRow> =>
  db.selectFrom('orders').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow();

/** Any buyer's, by its number. */
export const lockOrderByNo = (db: Db, orderNo: string): Promise<OrderRow | undefined> =>
  db.selectFrom('orders').selectAll().where('order_no', '=', orderNo).forNoKeyUpdate().executeTakeFirst();

export async function updateOrder(
  db: Db,
  id: bigint,
  change: Pick<
    Updateable<OrdersTable>,
    'status' | 'email' | 'delivery_state' | 'delivery_failure' | 'resends' | 'refunded_quantity'
  >,
): Promise<void> {
  await db.updateTable('orders').set(change).where('id', '=', id).execute();
}

type OrdersTable = {
  id: bigint;
  order_no: string;
  user_id: bigint;
  goods_id: bigint;
  quantity: number;
  gender: Gender;
  unit_price_micro: bigint;
  total_micro: bigint;
  status: OrderStatus;
  email: string;
  delivery_state: 'queued' | 'sent' | 'failed';
  /** Why the e-mail was given up, where the state is `failed`; null for one that an earlier version gave up. */
  delivery_failure: Generated<Order['delivery']['failure']>;
  resends: Generated<number>;
  idempotency_key: string;
  request_hash: bigint;
  created_at: Date;
  /** When the account data is due to be erased, and when it was. */
  accounts_delete_at: Date;
  accounts_deleted_at: Date | null;
  /** The product's warranty at the time of the sale. */
  warranty_hours: number;
  /** How many of the accounts were refunded. */
  refunded_quantity: Generated<number>;
};

/** The stock items [first_id, end_id) that an order took. */
type OrderRangesTable = { first_id: bigint; end_id: bigint; order_id: bigint };

declare module '../../platform/db/db.ts' {
  interface Database {
    orders: OrdersTable;
    order_ranges: OrderRangesTable;
  }
}
