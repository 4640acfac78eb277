import { sql, type RawBuilder } from 'kysely';
import type { OrderStatus } from '@portside/contract';
import type { Db } from '../../platform/db/db.ts';
import { idArray } from '../../platform/db/arrays.ts';
import { stampOf, type Position, type Span } from './order-time.ts';
import type { OrderRow } from './orders.sql.ts';

/** Which index leads to an order: each tells orders newest first. */
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

export type Stretch = { readonly span: Span; readonly before: Position | null };

const COLUMNS = { buyers: sql.ref('user_id'), goods: sql.ref('goods_id') };

const and = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);

/** Both the time and the number, because either may be what an index is by. */
const within = ({ span, before }: Stretch): RawBuilder<unknown> => {
  const older = before && sql`o.created_at <= ${before.at} and o.order_no < ${before.orderNo}`;
  return and([sql`o.created_at >= ${span.from}`, sql`o.created_at <= ${span.to}`, ...(older ? [older] : [])]);
};

const hold = (conditions: Conditions): RawBuilder<unknown> => {
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
  return and(parts);
};

/** The numbers of the stretch: the next millisecond's stamp ends them, whatever their tails are. */
const numbers = ({ span, before }: Stretch): RawBuilder<unknown> => {
  const end = stampOf(new Date(span.to.getTime() + 1));
  return sql`o.order_no >= ${stampOf(span.from)} and o.order_no < ${before && before.orderNo < end ? before.orderNo : end}`;
};

/** Orders of a source that hold the conditions, newest first, `limit` at most. */
export async function findInSource(
  db: Db,
  source: Source,
  stretch: Stretch,
  conditions: Conditions,
  limit: number,
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    ${select(source, stretch, conditions, sql`o.*`, limit)}`.execute(db);
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
    from (${select(source, stretch, conditions, sql`o.quantity, o.total_micro`, null)}) o`.execute(db);
  return rows[0]!;
}

/** By `limit` the newest, in their order; all where it is null. */
function select(
  source: Source,
  stretch: Stretch,
  conditions: Conditions,
  columns: RawBuilder<unknown>,
  limit: number | null,
): RawBuilder<unknown> {
  const newest = (time: RawBuilder<unknown>) =>
    limit === null ? sql`` : sql`order by ${time}o.order_no desc limit ${limit}`;
  switch (source.kind) {
    case 'all':
      return sql`select ${columns} from orders o
        where ${numbers(stretch)} and ${hold(conditions)} ${newest(sql``)}`;
    case 'refunded':
      return sql`select ${columns} from order_events event join orders o on o.id = event.order_id
        where event.kind = 'refunded' and event.placed_at >= ${stretch.span.from} and event.placed_at <= ${endOf(stretch)}
          and ${within(stretch)} and ${hold(conditions)}
          and not exists (select from order_events first
            where first.order_id = event.order_id and first.kind = 'refunded' and first.id < event.id)
        ${newest(sql`event.placed_at desc, `)}`;
    default: {
      // Sorted by time alone, which the index does; by number too, the planner may sort all a buyer has.
      const next =
        limit === null ? sql`` : sql`order by o.created_at desc fetch first ${limit} rows with ties`;
      return sql`select ${columns} from unnest(${idArray(source.ids)}::bigint[]) as one (id)
        cross join lateral (
          select * from orders o
          where o.${COLUMNS[source.kind]} = one.id and ${within(stretch)} and ${hold(conditions)} ${next}) o
        ${newest(sql`o.created_at desc, `)}`;
    }
  }
}

const endOf = ({ span, before }: Stretch): Date => (before && before.at < span.to ? before.at : span.to);

/** Of several ids each gets its share of a stretch, but never less. */
const LEAST_SHARE = 20;

/**
 * The time of the order that stands `count` orders down in the stretch, whatever holds for them; null where
 * there are fewer. Always earlier than where the stretch begins, so that a search gets on. Of several ids the
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

function selectEdge(
  source: Source,
  { span: { from, to }, before }: Stretch,
  count: number,
): RawBuilder<{ edge: Date | null }> {
  const end = before && before.at <= to ? before.at : new Date(to.getTime() + 1);
  switch (source.kind) {
    case 'all':
      return sql`select created_at as edge from orders where order_no = (
        select order_no from orders where order_no >= ${stampOf(from)} and order_no < ${stampOf(end)}
        order by order_no desc offset ${count - 1} limit 1)`;
    case 'refunded':
      return sql`select placed_at as edge from order_events
        where kind = 'refunded' and placed_at >= ${from} and placed_at < ${end}
        order by placed_at desc offset ${count - 1} limit 1`;
    default:
      return sql`select max(o.created_at) as edge from unnest(${idArray(source.ids)}::bigint[]) as one (id)
        cross join lateral (
          select created_at from orders
          where ${COLUMNS[source.kind]} = one.id
            and created_at >= ${from} and created_at < ${end}
          order by created_at desc offset ${Math.max(LEAST_SHARE, Math.ceil(count / source.ids.length)) - 1} limit 1) o`;
  }
}
