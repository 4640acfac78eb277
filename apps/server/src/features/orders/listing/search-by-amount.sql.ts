import { sql, type RawBuilder } from 'kysely';
import { idArray } from '../../../platform/db/arrays.ts';
import type { Db } from '../../../platform/db/db.ts';
import { positionAt } from '../order-time.ts';
import type { OrderRow } from '../orders.sql.ts';
import type { AmountPlace, AmountSearch } from './search-by-amount.ts';
import { hold, selectOrders, wayOf, type Source } from './search-orders.sql.ts';

const whole = ({ span, direction }: AmountSearch) => ({ span, direction, past: null });

/** Whether the source holds no more orders of the span than that, whatever else the search asks for. */
export async function isSourceShort(db: Db, search: AmountSearch, most: number): Promise<boolean> {
  const { source, span } = search;
  // An order may be refunded several times: then it counts as often, which is soon told and nearly right.
  const own =
    source.kind === 'refunded'
      ? sql`select from order_events
          where kind = 'refunded' and placed_at >= ${span.from} and placed_at <= ${span.to}`
      : selectOrders(source, whole(search), {}, sql`1`, null);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${own} limit ${most + 1}) one`.execute(db);
  return rows[0]!.count <= most;
}

/** All of the source, sorted here. Set apart: else the planner may walk through all orders by their amount. */
export async function findSortedByAmount(
  db: Db,
  search: AmountSearch,
  past: AmountPlace | null,
  limit: number,
): Promise<OrderRow[]> {
  const own = selectOrders(
    search.source,
    whole(search),
    search.conditions,
    sql`o.id, o.total_micro, o.created_at, o.order_no`,
    null,
  );
  const { rows } = await sql<OrderRow>`
    with own as materialized (${own})
    select o.* from (select o.id from own o where ${behind(search, past)} ${first(search, limit)}) page
    join orders o on o.id = page.id ${first(search, limit)}`.execute(db);
  return rows;
}

/** Never within the amount and time at which it begins, so that a search gets on. */
export async function findAmountEdge(
  db: Db,
  search: AmountSearch,
  past: AmountPlace | null,
  count: number,
): Promise<AmountPlace | null> {
  const way = wayOf(search.direction);
  const begin = past && sql`and (o.total_micro, o.created_at) ${beyond(search)} (${past.micro}, ${past.at})`;
  const { rows } = await sql<{ micro: bigint; at: Date }>`
    select o.total_micro as micro, o.created_at as at from orders o
    where ${withinAmounts(search)} ${begin ?? sql``}
    order by o.total_micro ${way}, o.created_at ${way} offset ${count - 1} limit 1`.execute(db);
  const edge = rows[0];
  return edge === undefined ? null : { micro: edge.micro, ...positionAt(edge.at, search.direction) };
}

export type Stretch = { readonly from: AmountPlace | null; readonly edge: AmountPlace | null };

/** Read by the index of amounts, and by no other: whatever leads elsewhere is looked at row by row. */
export async function findBetweenAmounts(
  db: Db,
  search: AmountSearch,
  { from, edge }: Stretch,
  limit: number,
): Promise<OrderRow[]> {
  const { span, source, conditions, direction } = search;
  const way = wayOf(direction);
  const begin = from && sql`and (o.total_micro, o.created_at) ${beyond(search)}= (${from.micro}, ${from.at})`;
  const end = edge && sql`and (o.total_micro, o.created_at) ${upTo(search)} (${edge.micro}, ${edge.at})`;
  const { rows } = await sql<OrderRow>`
    select * from (
      select * from orders o
      where ${withinAmounts(search)} ${begin ?? sql``} ${end ?? sql``} and ${behind(search, from)}
        and o.created_at >= ${span.from} and o.created_at <= ${span.to} and ${belongs(source)} and ${hold(conditions)}
      order by o.total_micro ${way}, o.created_at ${way} fetch first ${limit} rows with ties) o
    ${first(search, limit)}`.execute(db);
  return rows;
}

const beyond = ({ direction }: AmountSearch): RawBuilder<unknown> =>
  direction === 'oldestFirst' ? sql`>` : sql`<`;
const upTo = ({ direction }: AmountSearch): RawBuilder<unknown> =>
  direction === 'oldestFirst' ? sql`<=` : sql`>=`;

const behind = (search: AmountSearch, past: AmountPlace | null): RawBuilder<unknown> =>
  past === null
    ? sql`true`
    : sql`(o.total_micro, o.order_no) ${beyond(search)} (${past.micro}, ${past.orderNo})`;

const first = ({ direction }: AmountSearch, limit: number): RawBuilder<unknown> =>
  sql`order by o.total_micro ${wayOf(direction)}, o.order_no ${wayOf(direction)} limit ${limit}`;

const withinAmounts = ({ conditions: { fromMicro, toMicro } }: AmountSearch): RawBuilder<unknown> => sql`
  o.total_micro >= ${fromMicro ?? 0n} and o.total_micro <= ${toMicro ?? MOST_MICRO}`;

const MOST_MICRO = 2n ** 63n - 1n;

/** The sum keeps the planner from these columns' own indexes. Refunded orders are told by their status. */
function belongs(source: Source): RawBuilder<unknown> {
  switch (source.kind) {
    case 'buyers':
      return sql`o.user_id + 0 = any(${idArray(source.ids)}::bigint[])`;
    case 'goods':
      return sql`o.goods_id + 0 = any(${idArray(source.ids)}::bigint[])`;
    default:
      return sql`true`;
  }
}
