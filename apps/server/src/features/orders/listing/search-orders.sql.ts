import { sql, type RawBuilder } from 'kysely';
import type { OrderStatus } from '@portside/contract';
import type { Db } from '../../../platform/db/db.ts';
import { idArray } from '../../../platform/db/arrays.ts';
import { stampOf, type Direction, type Position, type Span } from '../order-time.ts';
import type { OrderRow } from '../orders.sql.ts';

/** Which index leads to an order: each tells orders by their time. */
export type Source =
  | { readonly kind: 'buyers' | 'goods'; readonly ids: readonly bigint[] }
  | { readonly kind: 'all' | 'refunded' };

/** What must hold besides what the source already sees to; absent where anything goes. */
export type Conditions = {
  readonly orderNo?: string | undefined;
  readonly buyer?: string | undefined;
  readonly goodsIds?: readonly bigint[] | undefined;
  readonly status?: OrderStatus | undefined;
  readonly agentId?: bigint | undefined;
  readonly fromMicro?: bigint | undefined;
  readonly toMicro?: bigint | undefined;
};

export type Stretch = {
  readonly span: Span;
  readonly direction: Direction;
  readonly past: Position | null;
};

export const COLUMNS = { buyers: sql.ref('user_id'), goods: sql.ref('goods_id') };

/** Both the time and the number, because either may be what an index is by. */
const within = ({ span, direction, past }: Stretch): RawBuilder<unknown> => {
  const inSpan = sql`o.created_at >= ${span.from} and o.created_at <= ${span.to}`;
  if (past === null) return inSpan;
  return direction === 'newestFirst'
    ? sql`${inSpan} and o.created_at <= ${past.at} and o.order_no < ${past.orderNo}`
    : sql`${inSpan} and o.created_at >= ${past.at} and o.order_no > ${past.orderNo}`;
};

export const hold = (conditions: Conditions): RawBuilder<unknown> => {
  const { orderNo, buyer, goodsIds, status, agentId, fromMicro, toMicro } = conditions;
  const parts: RawBuilder<unknown>[] = [];
  if (orderNo !== undefined) parts.push(sql`starts_with(o.order_no, ${orderNo})`);
  if (goodsIds !== undefined) parts.push(sql`o.goods_id = any(${idArray(goodsIds)}::bigint[])`);
  if (status !== undefined) parts.push(sql`o.status = ${status}`);
  if (fromMicro !== undefined) parts.push(sql`o.total_micro >= ${fromMicro}`);
  if (toMicro !== undefined) parts.push(sql`o.total_micro <= ${toMicro}`);
  if (agentId !== undefined)
    parts.push(sql`exists (select from users where id = o.user_id and agent_id = ${agentId})`);
  if (buyer !== undefined)
    parts.push(sql`exists (select from users where id = o.user_id
      and (starts_with(username_key, ${buyer}) or starts_with(email_key, ${buyer})))`);
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
};

/** The numbers of the stretch: the next millisecond's stamp ends them, whatever their tails are. */
const numbers = ({ span, direction, past }: Stretch): RawBuilder<unknown> => {
  const end = stampOf(new Date(span.to.getTime() + 1));
  const start = stampOf(span.from);
  if (direction === 'newestFirst')
    return sql`o.order_no >= ${start} and o.order_no < ${past && past.orderNo < end ? past.orderNo : end}`;
  const behind = past ? sql`and o.order_no > ${past.orderNo}` : sql``;
  return sql`o.order_no >= ${start} ${behind} and o.order_no < ${end}`;
};

/** Orders of a source that hold the conditions, by their time, `limit` at most. */
export async function findInSource(
  db: Db,
  source: Source,
  stretch: Stretch,
  conditions: Conditions,
  limit: number,
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    ${selectOrders(source, stretch, conditions, sql`o.*`, limit)}`.execute(db);
  return rows;
}

export type StretchSum = { readonly orders: bigint; readonly items: bigint; readonly amount_micro: bigint };

/** Of all orders of a stretch that hold the conditions. */
export async function sumInSource(
  db: Db,
  source: Source,
  stretch: Stretch,
  conditions: Conditions,
): Promise<StretchSum> {
  const { rows } = await sql<StretchSum>`
    select count(*) as orders, coalesce(sum(quantity), 0)::bigint as items,
      coalesce(sum(total_micro), 0)::bigint as amount_micro
    from (${selectOrders(source, stretch, conditions, sql`o.quantity, o.total_micro`, null)}) o`.execute(db);
  return rows[0]!;
}

/** The first of them up to `limit`, in their order; all where it is null. */
export function selectOrders(
  source: Source,
  stretch: Stretch,
  conditions: Conditions,
  columns: RawBuilder<unknown>,
  limit: number | null,
): RawBuilder<unknown> {
  const way = wayOf(stretch.direction);
  const first = (time: RawBuilder<unknown>) =>
    limit === null ? sql`` : sql`order by ${time}o.order_no ${way} limit ${limit}`;
  switch (source.kind) {
    case 'all':
      return sql`select ${columns} from orders o
        where ${numbers(stretch)} and ${hold(conditions)} ${first(sql``)}`;
    case 'refunded':
      return sql`select ${columns} from order_events event join orders o on o.id = event.order_id
        where event.kind = 'refunded' and event.placed_at >= ${startOf(stretch)} and event.placed_at <= ${endOf(stretch)}
          and ${within(stretch)} and ${hold(conditions)}
          and not exists (select from order_events first
            where first.order_id = event.order_id and first.kind = 'refunded' and first.id < event.id)
        ${first(sql`event.placed_at ${way}, `)}`;
    default: {
      // Sorted by time alone, which the index does; by number too, the planner may sort all a buyer has.
      const next =
        limit === null ? sql`` : sql`order by o.created_at ${way} fetch first ${limit} rows with ties`;
      return sql`select ${columns} from unnest(${idArray(source.ids)}::bigint[]) as one (id)
        cross join lateral (
          select * from orders o
          where o.${COLUMNS[source.kind]} = one.id and ${within(stretch)} and ${hold(conditions)} ${next}) o
        ${first(sql`o.created_at ${way}, `)}`;
    }
  }
}

export const wayOf = (direction: Direction): RawBuilder<unknown> =>
  direction === 'newestFirst' ? sql`desc` : sql`asc`;

const startOf = ({ span, direction, past }: Stretch): Date =>
  direction === 'oldestFirst' && past && past.at > span.from ? past.at : span.from;

const endOf = ({ span, direction, past }: Stretch): Date =>
  direction === 'newestFirst' && past && past.at < span.to ? past.at : span.to;

/** Of several ids each gets its share of a stretch, but never less. */
const LEAST_SHARE = 20;

/**
 * The time of the order that stands `count` orders down in the stretch, whatever holds for them; null where
 * there are fewer. Never the time at which the stretch begins, so that a search gets on. Of several ids the
 * nearest end counts for all.
 */
export async function findEdge(
  db: Db,
  source: Source,
  stretch: Stretch,
  count: number,
): Promise<Date | null> {
  const { rows } = await selectEdge(source, stretch, count).execute(db);
  return rows[0]?.edge ?? null;
}

const A_MOMENT_MS = 1;
const after = (time: Date): Date => new Date(time.getTime() + A_MOMENT_MS);

function selectEdge(
  source: Source,
  { span: { from, to }, direction, past }: Stretch,
  count: number,
): RawBuilder<{ edge: Date | null }> {
  const isNewest = direction === 'newestFirst';
  const way = wayOf(direction);
  // Times from the start up to, but not at, the end.
  const start = !isNewest && past && past.at >= from ? after(past.at) : from;
  const end = isNewest && past && past.at <= to ? past.at : after(to);
  switch (source.kind) {
    case 'all':
      return sql`select created_at as edge from orders where order_no = (
        select order_no from orders where order_no >= ${stampOf(start)} and order_no < ${stampOf(end)}
        order by order_no ${way} offset ${count - 1} limit 1)`;
    case 'refunded':
      return sql`select placed_at as edge from order_events
        where kind = 'refunded' and placed_at >= ${start} and placed_at < ${end}
        order by placed_at ${way} offset ${count - 1} limit 1`;
    default:
      return sql`select ${isNewest ? sql`max` : sql`min`}(o.created_at) as edge from unnest(${idArray(source.ids)}::bigint[]) as one (id)
        cross join lateral (
          select created_at from orders
          where ${COLUMNS[source.kind]} = one.id
            and created_at >= ${start} and created_at < ${end}
          order by created_at ${way} offset ${Math.max(LEAST_SHARE, Math.ceil(count / source.ids.length)) - 1} limit 1) o`;
  }
}
