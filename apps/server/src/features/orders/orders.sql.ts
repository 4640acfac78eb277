import { sql, type RawBuilder, type Selectable, type Updateable, type Generated } from 'kysely';
import { idArray, textArray } from '../../platform/db/arrays.ts';
import { dayStart } from '../../platform/db/day-start.ts';
import type { Db } from '../../platform/db/db.ts';
import { combineQueries, query, runQuery, type Query, type Write } from '../../platform/db/pipeline.ts';
import type { Offer } from '../goods/index.ts';
import { usesOfBuyers, type OrderCoupon } from '../prices/index.ts';
import { shopTimeZone } from '../settings/index.ts';
import type { ItemRange } from '../stock/index.ts';
import type { Gender, Order, OrderStatus } from '@portside/contract';
import type { PriceSource } from '@portside/contract/wire/quote';

export type OrderRow = Selectable<OrdersTable>;

/** The kind of the delivery e-mail in the outbox; its reference is the order's id. */
export const DELIVERY_MAIL = 'order-delivery';

/** Names an order by its buyer and the buyer's idempotency key. */
export const orderKey = (userId: bigint, idempotencyKey: string): string => `${userId}/${idempotencyKey}`;

/** How many ids the sequence reserves at once: the size of the largest batch. */
export const ID_BLOCK = 512;

/**
 * The ids of orders already placed under the callers' idempotency keys; for `readEarlierOrders`. `user_id + 0` keeps the
 * planner from reading all orders of a user by that column's index, which it considers just as good while the table is
 * small.
 */
export const earlierOrders = (
  keys: readonly { userId: bigint; idempotencyKey: string }[],
): Query<{ readonly id: string }, bigint[]> =>
  query(
    sql`
      select o.id::text from unnest(
        ${idArray(keys.map((key) => key.userId))}::bigint[],
        ${textArray(keys.map((key) => key.idempotencyKey))}::text[]) as key (user_id, idempotency_key)
      cross join lateral (
        select id from orders
        where idempotency_key = key.idempotency_key and user_id + 0 = key.user_id limit 1) o`,
    (rows) => rows.map(({ id }) => BigInt(id)),
  );

/** These orders by `orderKey`. Most batches repeat none and cost no statement more. */
export async function readEarlierOrders(db: Db, ids: readonly bigint[]): Promise<Map<string, OrderRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<OrderRow>`
    select * from orders where id = any(${idArray(ids)}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [orderKey(row.user_id, row.idempotency_key), row]));
}

/** Ids for a batch of at most `ID_BLOCK` orders; every call reserves a block of its own. */
export const nextOrderIds = (count: number): Query<{ readonly first: string }, bigint[]> =>
  query(sql`select nextval('order_ids')::text as first`, ([row]) => {
    const first = BigInt(row!.first);
    return Array.from({ length: count }, (_, index) => first + BigInt(index));
  });

/**
 * What coupons may ask about their buyers: how often each has used which, and who has ordered before. Read after the
 * coupons, and only where one of them asks: most do not, and their orders cost no statement more.
 */
export async function readCouponBuyers(
  db: Db,
  coupons: ReadonlyMap<string, OrderCoupon>,
  asking: readonly { readonly userId: bigint; readonly coupon: string }[],
): Promise<{
  readonly couponUses: ReadonlyMap<string, number>;
  readonly returning: ReadonlySet<bigint>;
}> {
  const rows = [...coupons.values()];
  const isAsked = rows.some(({ per_buyer, first_order }) => per_buyer !== null || first_order);
  if (!isAsked) return { couponUses: new Map(), returning: new Set() };
  const returning = returningBuyers([...new Set(asking.map(({ userId }) => userId))], [...coupons.keys()]);
  return runQuery(db, combineQueries({ couponUses: usesOfBuyers(asking), returning }));
}

/** Those of the buyers who have ordered before; nobody where none of these coupons asks for that. */
const returningBuyers = (
  userIds: readonly bigint[],
  codes: readonly string[],
): Query<{ readonly id: string }, Set<bigint>> =>
  query(
    sql`
      select buyer.id::text from unnest(${idArray(userIds)}::bigint[]) as buyer (id)
      where exists (select from coupons where code = any(${textArray(codes)}::text[]) and first_order)
        and exists (select from orders where orders.user_id = buyer.id)`,
    (rows) => new Set(rows.map(({ id }) => BigInt(id))),
  );

/** A buyer's wish for a product. */
type LimitedWish = { readonly userId: bigint; readonly goodsId: bigint };

/** How many accounts of a product a buyer has had, in all and today; those that were refunded do not count. */
export type Bought = { readonly ever: number; readonly today: number };

type BoughtRow = Bought & { readonly user_id: bigint; readonly goods_id: bigint };

/** Names what a buyer has had of a product. */
export const boughtKey = ({ userId, goodsId }: LimitedWish): string => `${userId}/${goodsId}`;

/**
 * What these buyers have had of the products that are limited, by `boughtKey`. Exact while the buyers' balances are
 * locked: no other order of theirs is decided in the meantime. Most products are not limited, and cost no statement.
 */
export async function readBought(
  db: Db,
  goods: ReadonlyMap<bigint, Pick<Offer, 'most_per_buyer' | 'most_per_day'>>,
  wishes: readonly LimitedWish[],
  now: Date,
): Promise<ReadonlyMap<string, Bought>> {
  const limited = wishes.flatMap((wish) => {
    const { most_per_buyer: most = null, most_per_day: mostToday = null } = goods.get(wish.goodsId) ?? {};
    return most === null && mostToday === null ? [] : [{ ...wish, isEver: most !== null }];
  });
  if (limited.length === 0) return new Map();
  const unique = [...new Map(limited.map((wish) => [boughtKey(wish), wish])).values()];
  const { rows } = await sql<BoughtRow>`
    select pair.user_id, pair.goods_id, had.ever, had.today
    from unnest(
      ${idArray(unique.map(({ userId }) => userId))}::bigint[],
      ${idArray(unique.map(({ goodsId }) => goodsId))}::bigint[],
      ${textArray(unique.map(({ isEver }) => String(isEver)))}::bool[]) as pair (user_id, goods_id, is_ever)
    cross join lateral (
      select ${dayStart(sql`(${now}::timestamptz at time zone ${shopTimeZone})::date`, shopTimeZone)} as at) as day
    cross join lateral (
      select coalesce(sum(placed.quantity - placed.refunded_quantity), 0)::int as ever,
        coalesce(sum(placed.quantity - placed.refunded_quantity)
          filter (where placed.created_at >= day.at), 0)::int as today
      from orders placed where placed.user_id = pair.user_id and placed.goods_id = pair.goods_id
        and placed.created_at >= case when pair.is_ever then '-infinity' else day.at end) as had`.execute(db);
  return new Map(rows.map((row) => [boughtKey({ userId: row.user_id, goodsId: row.goods_id }), row]));
}

/**
 * What was spent today with those of the keys that have a limit, in micro-USDT; refunds give nothing back. Exact while
 * the balance of the keys' user is locked: no other order of theirs is decided in the meantime.
 */
export const spentByKeys = (
  requests: readonly KeyedRequest[],
  now: Date,
): Query<{ readonly key_id: string; readonly spent: string }, Map<bigint, bigint>> =>
  query(
    sql`
      select asked.id::text as key_id, spent.micro::text as spent
      from unnest(${idArray(limitedKeys(requests))}::bigint[]) as asked (id)
      cross join lateral (
        select ${dayStart(sql`(${now}::timestamptz at time zone ${shopTimeZone})::date`, shopTimeZone)} as at) as day
      cross join lateral (
        select coalesce(sum(total_micro), 0) as micro from orders
        where api_key_id = asked.id and created_at >= day.at) as spent`,
    (rows) => new Map(rows.map(({ key_id, spent }) => [BigInt(key_id), BigInt(spent)])),
  );

type KeyedRequest = {
  readonly apiKey?: { readonly id: bigint; readonly spendADayMicro: bigint | null } | null;
};

const limitedKeys = (requests: readonly KeyedRequest[]): bigint[] => [
  ...new Set(requests.flatMap(({ apiKey }) => (apiKey?.spendADayMicro == null ? [] : [apiKey.id]))),
];

type Referring = { readonly userId: bigint; readonly reference: string };

/** Names an order by its buyer and the buyer's own reference. */
export const referenceKey = ({ userId, reference }: Referring): string => `${userId}/${reference}`;

/** The numbers of the orders that these buyers have given these references to, by `referenceKey`. */
export function referredOrders(
  requests: readonly { readonly userId: bigint; readonly reference?: string | null }[],
): Query<
  { readonly user_id: string; readonly reference: string; readonly order_no: string },
  Map<string, string>
> {
  const asked = requests.flatMap(({ userId, reference }) => (reference ? [{ userId, reference }] : []));
  return query(
    sql`
      select o.user_id::text, o.reference, o.order_no from unnest(
        ${idArray(asked.map(({ userId }) => userId))}::bigint[],
        ${textArray(asked.map(({ reference }) => reference))}::text[]) as asked (user_id, reference)
      join orders o on o.user_id = asked.user_id and o.reference = asked.reference`,
    (rows) =>
      new Map(
        rows.map(({ user_id, reference, order_no }) => [
          referenceKey({ userId: BigInt(user_id), reference }),
          order_no,
        ]),
      ),
  );
}

export type NewOrder = OrderRow & {
  readonly items: readonly ItemRange[];
  readonly callbackUrl: string | null;
};

/** The orders of a batch, which share their times, and their items; the database refuses an item that is sold. */
export function insertOrders(orders: readonly NewOrder[]): Write[] {
  const ranges = orders.flatMap((order) => order.items.map((item) => ({ ...item, orderId: order.id })));
  const placed = sql`
    insert into orders (id, order_no, user_id, goods_id, quantity, gender, unit_price_micro, total_micro,
      list_price_micro, price_source, price_source_id, coupon_id, discount_micro, email, idempotency_key,
      request_hash, warranty_hours, reference, api_key_id, agent_id, counts_for_agent, level_id,
      created_at, accounts_delete_at)
    select unnest(${idArray(orders.map((o) => o.id))}::bigint[]),
      unnest(${textArray(orders.map((o) => o.order_no))}::text[]),
      unnest(${idArray(orders.map((o) => o.user_id))}::bigint[]),
      unnest(${idArray(orders.map((o) => o.goods_id))}::bigint[]),
      unnest(${idArray(orders.map((o) => o.quantity))}::int[]),
      unnest(${textArray(orders.map((o) => o.gender))}::text[]),
      unnest(${idArray(orders.map((o) => o.unit_price_micro))}::bigint[]),
      unnest(${idArray(orders.map((o) => o.total_micro))}::bigint[]),
      unnest(${idArray(orders.map((o) => o.list_price_micro!))}::bigint[]),
      unnest(${textArray(orders.map((o) => o.price_source!))}::text[]),
      nullif(unnest(${idArray(orders.map((o) => o.price_source_id ?? 0))}::bigint[]), 0),
      nullif(unnest(${idArray(orders.map((o) => o.coupon_id ?? 0))}::bigint[]), 0),
      unnest(${idArray(orders.map((o) => o.discount_micro))}::bigint[]),
      unnest(${textArray(orders.map((o) => o.email))}::text[]),
      unnest(${textArray(orders.map((o) => o.idempotency_key))}::text[]),
      unnest(${idArray(orders.map((o) => o.request_hash))}::bigint[]),
      unnest(${idArray(orders.map((o) => o.warranty_hours))}::smallint[]),
      nullif(unnest(${textArray(orders.map((o) => o.reference ?? ''))}::text[]), ''),
      nullif(unnest(${idArray(orders.map((o) => o.api_key_id ?? 0))}::bigint[]), 0),
      unnest(${idArray(orders.map((o) => o.agent_id!))}::bigint[]),
      unnest(${textArray(orders.map((o) => String(o.counts_for_agent)))}::text[])::boolean,
      unnest(${idArray(orders.map((o) => o.level_id!))}::bigint[]),
      ${orders[0]!.created_at}::timestamptz, ${orders[0]!.accounts_delete_at}::timestamptz`;
  const taken = sql`
    insert into order_ranges (first_id, end_id, order_id)
    select unnest(${idArray(ranges.map((r) => r.firstId))}::bigint[]),
      unnest(${idArray(ranges.map((r) => r.endId))}::bigint[]),
      unnest(${idArray(ranges.map((r) => r.orderId))}::bigint[])`;
  const writes = [{ statement: placed }, { statement: taken }];
  const called = orders.filter(({ callbackUrl }) => callbackUrl !== null);
  if (called.length === 0) return writes;
  const callbacks = sql`
    insert into order_callbacks (order_id, url)
    select unnest(${idArray(called.map((o) => o.id))}::bigint[]),
      unnest(${textArray(called.map((o) => o.callbackUrl!))}::text[])`;
  return [...writes, { statement: callbacks }];
}

/** `shareOf` in SQL: what the first `accounts` accounts of an order cost. */
export const shareOfOrder = (accounts: RawBuilder<unknown>): RawBuilder<bigint> =>
  sql`(orders.total_micro / orders.quantity * ${accounts} + least(${accounts}, orders.total_micro % orders.quantity))`;

export const findOrder = (db: Db, id: bigint): Promise<OrderRow | undefined> =>
  db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();

export async function findOrders(db: Db, ids: readonly bigint[]): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select * from orders where id = any(${idArray(ids)}::bigint[])`.execute(db);
  return rows;
}

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

/** In a shop that sells mostly by level or link, the orders that everybody may hear of could be far back. */
const LOOKED_AT = 500;

/** Of products that everybody sees, newest first, among the newest 500 orders. */
export const listLatestOrders = (
  db: Db,
  limit: number,
): Promise<Pick<OrderRow, 'order_no' | 'goods_id' | 'quantity' | 'created_at'>[]> =>
  db
    .selectFrom((newest) =>
      newest.selectFrom('orders').selectAll().orderBy('id', 'desc').limit(LOOKED_AT).as('orders'),
    )
    .select(['order_no', 'goods_id', 'quantity', 'created_at'])
    .where(sql<boolean>`not exists (
      select from goods where goods.id = orders.goods_id and goods.visibility <> 'everybody')`)
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute();

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
    | 'status'
    | 'email'
    | 'delivery_state'
    | 'delivery_failure'
    | 'mail_unconfirmed'
    | 'resends'
    | 'refunded_quantity'
  >,
): Promise<void> {
  await db.updateTable('orders').set(change).where('id', '=', id).execute();
}

/** Where a program wants to be told of one order. */
type OrderCallbacksTable = { order_id: bigint; url: string };

type OrdersTable = {
  id: bigint;
  order_no: string;
  user_id: bigint;
  goods_id: bigint;
  quantity: number;
  gender: Gender;
  unit_price_micro: bigint;
  /** `unit_price_micro * quantity - discount_micro`; what each account cost: `shareOf`. */
  total_micro: bigint;
  /** The product's first price; like the source, null in orders of before. */
  list_price_micro: Generated<bigint | null>;
  /** Which price won, and the id of its level or price list. */
  price_source: Generated<PriceSource | null>;
  price_source_id: Generated<bigint | null>;
  coupon_id: Generated<bigint | null>;
  /** What the coupon took off. */
  discount_micro: Generated<bigint>;
  status: OrderStatus;
  email: string;
  delivery_state: 'queued' | 'sent' | 'failed';
  /** Why the e-mail was given up, where the state is `failed`; null for one that an earlier version gave up. */
  delivery_failure: Generated<Order['delivery']['failure']>;
  /** It was sent without the accounts, because its address was not confirmed. */
  mail_unconfirmed: Generated<boolean>;
  resends: Generated<number>;
  idempotency_key: string;
  request_hash: bigint;
  created_at: Date;
  /** When the account data is due to be erased, and when it was. */
  accounts_delete_at: Date;
  accounts_deleted_at: Date | null;
  /** The product's warranty at the time of the sale. */
  warranty_hours: number;
  /** The buyer's own name for it. */
  reference: Generated<string | null>;
  /** The API key that placed it. */
  api_key_id: Generated<bigint | null>;
  /** Who had brought its buyer, 0 for nobody; null in orders of before. */
  agent_id: Generated<bigint | null>;
  /** Whether it counts towards that agent's tiers. */
  counts_for_agent: Generated<boolean>;
  /** The level that its buyer had, 0 for none; null in orders of before. */
  level_id: Generated<bigint | null>;
  /** How many of the accounts were refunded. */
  refunded_quantity: Generated<number>;
};

/** The stock items [first_id, end_id) that an order took. */
type OrderRangesTable = { first_id: bigint; end_id: bigint; order_id: bigint };

declare module '../../platform/db/db.ts' {
  interface Database {
    orders: OrdersTable;
    order_callbacks: OrderCallbacksTable;
    order_ranges: OrderRangesTable;
  }
}

/**
 * In SQL, the agent who had brought an order's buyer, 0 for nobody; of an order of before, which does not say so, who
 * earned its commission, and without one the buyer's present agent. Days are rolled up by the same rule: `AGENT` of
 * statistics/daily-lines.sql.ts.
 */
export const agentOfOrder = (order: string, id = 'id'): RawBuilder<bigint> => sql`
  coalesce(${sql.ref(`${order}.agent_id`)},
    (select account.user_id from ledger_movements earned
      join ledger_accounts account on account.id = earned.credit_account
      where earned.kind = 'commission' and earned.reference = ${sql.ref(`${order}.${id}`)}),
    (select agent_id from users where id = ${sql.ref(`${order}.user_id`)}), 0)`;
