import { sql, type RawBuilder } from 'kysely';
import type { Order, OrderStatus } from '@portside/contract';
import type { PriceSource } from '@portside/contract/wire/quote';
import type { Db } from '../../../platform/db/db.ts';
import { idArray, textArray } from '../../../platform/db/arrays.ts';
import type { Start } from '../../../platform/lists/by-id.ts';
import type { AmountPlace } from '../../../platform/lists/page-reader.ts';
import { hasPrefix } from '../../users/index.ts';
import { stampOf, TAIL_LENGTH, type Direction, type Position, type Span } from '../order-no.ts';
import { agentOfOrder, type OrderRow } from '../orders.sql.ts';

/** Which index finds the orders; each returns them by time. */
export type Source =
  | { readonly kind: 'buyers' | 'goods' | 'orders'; readonly ids: readonly bigint[] }
  | { readonly kind: 'emails'; readonly emails: readonly string[] }
  | { readonly kind: 'all' | 'refunded' };

/** What orders must meet besides the source; an absent condition is met by all. */
type Conditions = {
  readonly orderNo?: string | undefined;
  /** A part of the number, wherever it stands. */
  readonly orderNoPart?: string | undefined;
  /** A part of the number, or any of these orders. */
  readonly named?: { readonly part: string | undefined; readonly ids: readonly bigint[] } | undefined;
  readonly buyer?: string | undefined;
  /** The beginning of the address of delivery, in lower case. */
  readonly email?: string | undefined;
  readonly goodsIds?: readonly bigint[] | undefined;
  readonly status?: OrderStatus | undefined;
  /** Who had brought the buyer; 0 for nobody. */
  readonly agentId?: bigint | undefined;
  /** The level that the buyer had; 0 for none. */
  readonly levelId?: bigint | undefined;
  readonly delivery?: Order['delivery']['state'] | undefined;
  readonly priceSource?: PriceSource | undefined;
  readonly priceListId?: bigint | undefined;
  readonly couponId?: bigint | undefined;
  readonly fromMicro?: bigint | undefined;
  readonly toMicro?: bigint | undefined;
};

export type OrderSearch = {
  readonly source: Source;
  readonly conditions: Conditions;
  readonly span: Span;
  /** Newest first if absent. */
  readonly direction?: Direction | undefined;
};

/** The orders of a span after a position, in a direction. */
export type TimeWindow = {
  readonly span: Span;
  readonly direction: Direction;
  readonly past: Position | null;
};

type Keyed = Exclude<Source, { readonly kind: 'all' | 'refunded' }>;

const KEYS: Record<Keyed['kind'], RawBuilder<unknown>> = {
  buyers: sql`o.user_id`,
  goods: sql`o.goods_id`,
  orders: sql`o.id`,
  emails: sql`lower(o.email)`,
};

const valuesOf = (source: Keyed): RawBuilder<unknown> =>
  source.kind === 'emails' ? sql`${textArray(source.emails)}::text[]` : sql`${idArray(source.ids)}::bigint[]`;

/** How many keys a source has. */
const countKeys = (source: Keyed): number =>
  source.kind === 'emails' ? source.emails.length : source.ids.length;

/** Compares both the time and the number, because an index may be by either. */
const within = ({ span, direction, past }: TimeWindow): RawBuilder<unknown> => {
  const inSpan = sql`o.created_at >= ${span.from} and o.created_at <= ${span.to}`;
  if (past === null) return inSpan;
  return direction === 'newestFirst'
    ? sql`${inSpan} and o.created_at <= ${past.at} and o.order_no < ${past.orderNo}`
    : sql`${inSpan} and o.created_at >= ${past.at} and o.order_no > ${past.orderNo}`;
};

const meets = (conditions: Conditions): RawBuilder<unknown> => {
  const { orderNo, orderNoPart, named, buyer, email, goodsIds, status, fromMicro, toMicro } = conditions;
  const parts: RawBuilder<unknown>[] = soldAs(conditions);
  if (orderNo !== undefined) parts.push(sql`starts_with(o.order_no, ${orderNo})`);
  if (orderNoPart !== undefined) parts.push(sql`strpos(o.order_no, ${orderNoPart}) > 0`);
  if (email !== undefined) parts.push(sql`starts_with(lower(o.email), ${email})`);
  if (named !== undefined)
    parts.push(
      sql`(o.id = any(${idArray(named.ids)}::bigint[])${named.part === undefined ? sql`` : sql` or strpos(o.order_no, ${named.part}) > 0`})`,
    );
  if (goodsIds !== undefined) parts.push(sql`o.goods_id = any(${idArray(goodsIds)}::bigint[])`);
  if (status !== undefined) parts.push(sql`o.status = ${status}`);
  if (fromMicro !== undefined) parts.push(sql`o.total_micro >= ${fromMicro}`);
  if (toMicro !== undefined) parts.push(sql`o.total_micro <= ${toMicro}`);
  if (buyer !== undefined)
    parts.push(sql`exists (select from users where id = o.user_id
      and ${hasPrefix(buyer)})`);
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
};

/**
 * The level that an order's buyer had, 0 for none; of an order of before, which does not say so, the present one. Its
 * day may have been counted by another.
 */
const LEVEL = sql`coalesce(o.level_id, (select level_id from users where id = o.user_id), 0)`;

/** To whom and at which price it was sold, and what became of its e-mail. */
function soldAs(conditions: Conditions): RawBuilder<unknown>[] {
  const { agentId, levelId, delivery, priceSource, priceListId, couponId } = conditions;
  const parts: RawBuilder<unknown>[] = [];
  if (agentId !== undefined) parts.push(sql`${agentOfOrder('o')} = ${agentId}`);
  if (levelId !== undefined) parts.push(sql`${LEVEL} = ${levelId}`);
  if (delivery === 'queued' || delivery === 'failed') parts.push(sql`o.delivery_state = ${delivery}`);
  else if (delivery !== undefined)
    parts.push(sql`o.delivery_state = 'sent' and o.mail_unconfirmed = ${delivery === 'unconfirmed'}`);
  if (priceSource !== undefined) parts.push(sql`coalesce(o.price_source, 'list') = ${priceSource}`);
  if (priceListId !== undefined)
    parts.push(sql`o.price_source in ('own', 'promotion') and o.price_source_id = ${priceListId}`);
  if (couponId !== undefined) parts.push(sql`o.coupon_id = ${couponId}`);
  return parts;
}

/** The order numbers of the window: they end before the next millisecond's stamp, whatever their random tails. */
const inNumbers = ({ span, direction, past }: TimeWindow): RawBuilder<unknown> => {
  const end = stampOf(new Date(span.to.getTime() + 1));
  const start = stampOf(span.from);
  if (direction === 'newestFirst')
    return sql`o.order_no >= ${start} and o.order_no < ${past && past.orderNo < end ? past.orderNo : end}`;
  const afterPast = past ? sql`and o.order_no > ${past.orderNo}` : sql``;
  return sql`o.order_no >= ${start} ${afterPast} and o.order_no < ${end}`;
};

/** The first orders of a window that meet the conditions, in its direction; at most `limit`. */
export async function findInSource(
  db: Db,
  source: Source,
  window: TimeWindow,
  conditions: Conditions,
  limit: number,
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    ${selectOrders(source, window, conditions, sql`o.*`, limit)}`.execute(db);
  return rows;
}

type WindowSum = { readonly orders: bigint; readonly items: bigint; readonly amount_micro: bigint };

/** Sums of all orders of a window that meet the conditions; the amount in micro-USDT. */
export async function sumInSource(
  db: Db,
  source: Source,
  window: TimeWindow,
  conditions: Conditions,
): Promise<WindowSum> {
  const { rows } = await sql<WindowSum>`
    select count(*) as orders, coalesce(sum(quantity), 0)::bigint as items,
      coalesce(sum(total_micro), 0)::bigint as amount_micro
    from (${selectOrders(source, window, conditions, sql`o.quantity, o.total_micro`, null)}) o`.execute(db);
  return rows[0]!;
}

/** As `findInSource`, with columns of the caller's choice; a null limit selects all, in no order. */
function selectOrders(
  source: Source,
  window: TimeWindow,
  conditions: Conditions,
  columns: RawBuilder<unknown>,
  limit: number | null,
): RawBuilder<unknown> {
  const way = directionSql(window.direction);
  const first = (time: RawBuilder<unknown>) =>
    limit === null ? sql`` : sql`order by ${time}o.order_no ${way} limit ${limit}`;
  switch (source.kind) {
    case 'all':
      return sql`select ${columns} from orders o
        where ${inNumbers(window)} and ${meets(conditions)} ${first(sql``)}`;
    case 'refunded':
      return sql`select ${columns} from order_timeline refund join orders o on o.id = refund.order_id
        where refund.kind = 'refunded' and refund.placed_at >= ${startOf(window)} and refund.placed_at <= ${endOf(window)}
          and ${within(window)} and ${meets(conditions)}
          and not exists (select from order_timeline first
            where first.order_id = refund.order_id and first.kind = 'refunded' and first.id < refund.id)
        ${first(sql`refund.placed_at ${way}, `)}`;
    default: {
      // By time alone, which is the index's order; by number too, the planner may sort all orders of a buyer.
      const next =
        limit === null ? sql`` : sql`order by o.created_at ${way} fetch first ${limit} rows with ties`;
      return sql`select ${columns} from unnest(${valuesOf(source)}) as one (key)
        cross join lateral (
          select * from orders o
          where ${KEYS[source.kind]} = one.key and ${within(window)} and ${meets(conditions)} ${next}) o
        ${first(sql`o.created_at ${way}, `)}`;
    }
  }
}

const directionSql = (direction: Direction): RawBuilder<unknown> =>
  direction === 'newestFirst' ? sql`desc` : sql`asc`;

const startOf = ({ span, direction, past }: TimeWindow): Date =>
  direction === 'oldestFirst' && past && past.at > span.from ? past.at : span.from;

const endOf = ({ span, direction, past }: TimeWindow): Date =>
  direction === 'newestFirst' && past && past.at < span.to ? past.at : span.to;

/** Of several ids each gets an equal share of a window, but at least this. */
const MIN_SHARE = 20;

/**
 * The time of the `count`-th order of the window, whether it meets the conditions or not; null if there are fewer.
 * Never the time at which the window begins, so that a search always advances. Of several ids the nearest edge counts.
 */
export async function findEdge(
  db: Db,
  source: Source,
  window: TimeWindow,
  count: number,
): Promise<Date | null> {
  const { rows } = await selectEdge(source, window, count).execute(db);
  return rows[0]?.edge ?? null;
}

const A_MOMENT_MS = 1;
const after = (time: Date): Date => new Date(time.getTime() + A_MOMENT_MS);

function selectEdge(
  source: Source,
  { span: { from, to }, direction, past }: TimeWindow,
  count: number,
): RawBuilder<{ edge: Date | null }> {
  const isNewest = direction === 'newestFirst';
  const way = directionSql(direction);
  // From `start` up to, but not including, `end`.
  const start = !isNewest && past && past.at >= from ? after(past.at) : from;
  const end = isNewest && past && past.at <= to ? past.at : after(to);
  switch (source.kind) {
    case 'all':
      return sql`select created_at as edge from orders where order_no = (
        select order_no from orders where order_no >= ${stampOf(start)} and order_no < ${stampOf(end)}
        order by order_no ${way} offset ${count - 1} limit 1)`;
    case 'refunded':
      return sql`select placed_at as edge from order_timeline
        where kind = 'refunded' and placed_at >= ${start} and placed_at < ${end}
        order by placed_at ${way} offset ${count - 1} limit 1`;
    default:
      return sql`select ${isNewest ? sql`max` : sql`min`}(o.created_at) as edge from unnest(${valuesOf(source)}) as one (key)
        cross join lateral (
          select created_at from orders o
          where ${KEYS[source.kind]} = one.key
            and created_at >= ${start} and created_at < ${end}
          order by created_at ${way} offset ${Math.max(MIN_SHARE, Math.ceil(count / countKeys(source))) - 1} limit 1) o`;
  }
}

/** Sorts after every letter. */
const LAST = '\u{10FFFF}';

/** Orders whose number ends with the text, which its random part must have whole, newest first; none for other texts. */
export async function findOrdersByEnd(db: Db, end: string, limit: number): Promise<bigint[]> {
  if (!/^[0-9A-Z]{3,23}$/.test(end)) return [];
  const known = Array.from(end).toReversed().join('').slice(0, TAIL_LENGTH);
  const { rows } = await sql<{ id: bigint }>`
    select id from (
      select id, order_no from orders
      where reverse(right(order_no, 8)) >= ${known} and reverse(right(order_no, 8)) < ${`${known}~`}
        and right(order_no, ${end.length}::int) = ${end} limit ${limit}) found
    order by order_no desc`.execute(db);
  return rows.map(({ id }) => id);
}

/** The addresses that orders were delivered to and that begin with the text, each once: one look-up in the index each. */
export async function findDeliveryEmails(db: Db, start: string, limit: number): Promise<string[]> {
  const first = start.toLowerCase();
  const next = (after: RawBuilder<unknown>) => sql`(
    select lower(o.email) as email from orders o
    where lower(o.email) ${after} and lower(o.email) ~<~ ${first + LAST} order by lower(o.email) using ~<~ limit 1)`;
  const { rows } = await sql<{ email: string }>`
    with recursive found (email, n) as (
      (select email, 1 from ${next(sql`~>=~ ${first}`)} as one)
      union all
      select (select email from ${next(sql`~>~ found.email`)} as another), n + 1
      from found where found.email is not null and n < ${limit})
    select email from found where email is not null`.execute(db);
  return rows.map(({ email }) => email);
}

/** Orders placed in a span whose delivery e-mail was given up, and none was sent since. */
export async function findOrdersWithFailedMail(db: Db, { from, to }: Span, limit: number): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select distinct o.id from order_timeline entry join orders o on o.id = entry.order_id
    where entry.kind = 'mailFailed' and entry.at >= ${from} and o.delivery_state = 'failed'
      and entry.placed_at >= ${from} and entry.placed_at <= ${to}
    limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Orders whose buyers call them by what begins with the text, those that they call just so first. */
export async function findOrdersByReference(db: Db, start: string, limit: number): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from orders where reference ~>=~ ${start} and reference ~<~ ${start + LAST}
    order by reference using ~<~ limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The next orders by amount. The index orders them by amount and time; the number tells those of one millisecond apart. */
export async function findOrdersByAmount(
  db: Db,
  { source, conditions, span }: OrderSearch,
  { isAscending, past }: Start<AmountPlace<Position>>,
  limit: number,
  apart: RawBuilder<unknown>,
): Promise<OrderRow[]> {
  const way = isAscending ? sql`asc` : sql`desc`;
  const beyond = isAscending ? sql`>` : sql`<`;
  const after = past
    ? sql`(o.total_micro, o.created_at, o.order_no) ${beyond} (${past.micro}::bigint, ${past.place.at}, ${past.place.orderNo})`
    : sql`true`;
  const whole = { span, direction: 'newestFirst', past: null } as const;
  const inSpan = source.kind === 'all' ? inNumbers(whole) : within(whole);
  const { rows } = await sql<OrderRow>`
    select * from (
      select * from orders o
      where ${isOf(source, span)} and ${inSpan} and ${meets(conditions)} and ${after} ${apart}) o
    order by o.total_micro ${way}, o.created_at ${way}, o.order_no ${way} limit ${limit}`.execute(db);
  return rows;
}

function isOf(source: Source, { from, to }: Span): RawBuilder<unknown> {
  switch (source.kind) {
    case 'all':
      return sql`true`;
    case 'refunded':
      return sql`o.id in (select order_id from order_timeline
        where kind = 'refunded' and placed_at >= ${from} and placed_at <= ${to})`;
    default:
      return sql`${KEYS[source.kind]} = any(${valuesOf(source)})`;
  }
}
