import { sql, type RawBuilder } from 'kysely';
import { idArray } from '../../../platform/db/arrays.ts';
import type { AmountList, AmountWindow } from '../../../platform/db/search-by-amount.ts';
import { ALWAYS, positionAfter, positionAt, type Direction, type Position } from '../order-time.ts';
import type { OrderRow } from '../orders.sql.ts';
import { directionSql, meets, selectOrders, type OrderSearch, type Source } from './search-orders.sql.ts';

/** Orders of one amount are listed by their number, which is by their time. */
export type OrderAmountPosition = Position & { readonly micro: bigint };

type Search = OrderSearch & { readonly direction: Direction };

/** Orders by amount, for `searchByAmount`. The index orders by amount and time, the list by amount and number. */
export function ordersByAmount(search: Search): AmountList<OrderRow, OrderAmountPosition> {
  const { source, conditions, span, direction } = search;
  const whole = { span, direction, past: null };
  const way = directionSql(direction);
  const order = {
    by: sql`o.total_micro ${way}, o.order_no ${way}`,
    after: ({ micro, orderNo }: OrderAmountPosition) =>
      sql`(o.total_micro, o.order_no) ${beyond(direction)} (${micro}, ${orderNo})`,
  };
  return {
    isFiltered: isFiltered(search),
    table: 'orders',
    alias: 'o',
    order,
    index: {
      by: sql`o.total_micro ${way}, o.created_at ${way}`,
      after: ({ micro, at }) => sql`(o.total_micro, o.created_at) ${beyond(direction)} (${micro}, ${at})`,
      within: withinAmounts(search),
      columns: sql`o.total_micro as micro, o.created_at as at`,
      toPosition: ({ micro, at }: { micro: bigint; at: Date }) => ({ micro, ...positionAt(at, direction) }),
    },
    candidates: () =>
      // An order that was refunded several times counts as often: quick to count and nearly right.
      source.kind === 'refunded'
        ? sql`select from order_timeline
            where kind = 'refunded' and placed_at >= ${span.from} and placed_at <= ${span.to}`
        : selectOrders(source, whole, {}, sql`1`, null),
    matches: selectOrders(
      source,
      whole,
      conditions,
      sql`o.id, o.total_micro, o.created_at, o.order_no`,
      null,
    ),
    load: async (db, ids) =>
      (
        await sql<OrderRow>`
          select o.* from (${ids}) page join orders o on o.id = page.id order by ${order.by}`.execute(db)
      ).rows,
    scan: async (db, { past, edge }, limit) =>
      (await scanQuery(search, order, { past, edge }, limit).execute(db)).rows,
    positionOf: (row) => ({ ...positionAfter(row), micro: row.total_micro }),
  };
}

/** Whether the search asks for more than a range of amounts. */
function isFiltered({ source, conditions, span }: Search): boolean {
  const { fromMicro: _, toMicro: __, ...others } = conditions;
  return (
    source.kind !== 'all' ||
    span.from > ALWAYS.from ||
    span.to < ALWAYS.to ||
    Object.values(others).some((value) => value !== undefined)
  );
}

type Order = Pick<AmountList<OrderRow, OrderAmountPosition>['order'], 'by' | 'after'>;

/** Reads by the index of amounts and no other: columns that have an index of their own are compared row by row. */
function scanQuery(
  search: Search,
  order: Order,
  { past, edge }: AmountWindow<OrderAmountPosition>,
  limit: number,
): RawBuilder<OrderRow> {
  const { span, source, conditions, direction } = search;
  const way = directionSql(direction);
  const begin =
    past && sql`and (o.total_micro, o.created_at) ${beyond(direction)}= (${past.micro}, ${past.at})`;
  const end = edge && sql`and (o.total_micro, o.created_at) ${upTo(direction)} (${edge.micro}, ${edge.at})`;
  return sql<OrderRow>`
    select * from (
      select * from orders o
      where ${withinAmounts(search)} ${begin ?? sql``} ${end ?? sql``} and ${past ? order.after(past) : sql`true`}
        and o.created_at >= ${span.from} and o.created_at <= ${span.to} and ${isOf(source)} and ${meets(conditions)}
      order by o.total_micro ${way}, o.created_at ${way} fetch first ${limit} rows with ties) o
    order by ${order.by} limit ${limit}`;
}

const beyond = (direction: Direction): RawBuilder<unknown> => (direction === 'oldestFirst' ? sql`>` : sql`<`);
const upTo = (direction: Direction): RawBuilder<unknown> => (direction === 'oldestFirst' ? sql`<=` : sql`>=`);

const withinAmounts = ({ conditions: { fromMicro, toMicro } }: Search): RawBuilder<unknown> => sql`
  o.total_micro >= ${fromMicro ?? 0n} and o.total_micro <= ${toMicro ?? MAX_MICRO}`;

const MAX_MICRO = 2n ** 63n - 1n;

/** `+ 0` keeps the planner from these columns' own indexes. Refunded orders are found by their status. */
function isOf(source: Source): RawBuilder<unknown> {
  switch (source.kind) {
    case 'buyers':
      return sql`o.user_id + 0 = any(${idArray(source.ids)}::bigint[])`;
    case 'goods':
      return sql`o.goods_id + 0 = any(${idArray(source.ids)}::bigint[])`;
    default:
      return sql`true`;
  }
}
