import type { Db } from '../../../platform/db/db.ts';
import { startBudget } from '../../../platform/clock.ts';
import {
  positionAfter,
  positionAt,
  type Position,
  readPosition,
  ALWAYS,
  type Direction,
} from '../order-no.ts';
import type { OrderRow } from '../orders.sql.ts';
import {
  findEdge,
  findInSource,
  type OrderSearch,
  sumInSource,
  type TimeWindow,
  directionSql,
  meets,
  selectOrders,
  type Source,
} from './search-orders.sql.ts';
import type { SortOf } from '@portside/contract';
import {
  type AmountLimits,
  amountPageReader,
  type ReadPage,
  type AmountList,
  type AmountWindow,
} from '../../../platform/lists/by-amount.ts';
import { isAscending } from '../../../platform/lists/by-id.ts';
import { refuse } from '../../../platform/refusal.ts';
import { planSearch, type OrderFilter } from './plan-search.ts';
import { sql, type RawBuilder } from 'kysely';
import { idArray } from '../../../platform/db/arrays.ts';

type FoundOrders = { readonly orders: OrderRow[]; readonly next: Position | null };

/**
 * How many orders a page scans, window by window while there is time. Orders of one buyer or product lie scattered over
 * the table, those of one time beside each other.
 */
const WINDOWS = {
  all: [2_000, 20_000, 20_000, 20_000, 20_000, 20_000, 20_000],
  scattered: [500, 4_000, 5_000, 5_000, 5_000, 5_000],
};

/**
 * A page of orders by time, in bounded time: if hardly any order meets the conditions, it ends before it is full,
 * and `next` is where to go on. Null at the end of the list.
 */
export async function searchOrders(
  db: Db,
  { source, conditions, span, direction = 'newestFirst' }: OrderSearch,
  after: Position | null,
  limit: number,
  windows?: readonly number[],
): Promise<FoundOrders> {
  if (Object.values(conditions).every((value) => value === undefined)) {
    return cut(await findInSource(db, source, { span, direction, past: after }, {}, limit + 1), limit);
  }
  const orders: OrderRow[] = [];
  let past = after;
  const budget = startBudget(windows && Infinity);
  for (const length of windows ?? (source.kind === 'all' ? WINDOWS.all : WINDOWS.scattered)) {
    const edge = await findEdge(db, source, { span, direction, past }, length);
    const part = direction === 'newestFirst' ? { from: edge ?? span.from } : { to: edge ?? span.to };
    const window = { span: { ...span, ...part }, direction, past };
    const missing = limit + 1 - orders.length;
    orders.push(...(await findInSource(db, source, window, conditions, missing)));
    if (edge === null || orders.length > limit) return cut(orders, limit);
    past = positionAt(edge, direction);
    if (budget.isSpent()) break;
  }
  return { orders, next: past };
}

function cut(orders: readonly OrderRow[], limit: number): FoundOrders {
  const shown = orders.slice(0, limit);
  return { orders: shown, next: orders.length > limit ? positionAfter(shown.at(-1)!) : null };
}

/** Reads pages in the sort asked for, from a position on. Refuses a text that is no position (invalidFormat). */
export function orderPageReader(
  sort: SortOf<'listAllOrders'> | undefined,
  position: string | undefined,
): ReadPage<OrderSearch, OrderRow, AmountLimits> {
  const direction = isAscending(sort) ? 'oldestFirst' : 'newestFirst';
  if (sort === 'total_amount' || sort === '-total_amount') {
    const listOf = (search: OrderSearch) => ordersByAmount({ ...search, direction });
    const past = position === undefined ? null : parseAmountPosition(position);
    return amountPageReader(listOf, past, ({ micro, orderNo }) => `${micro}.${orderNo}`);
  }
  const past = readPosition(position);
  return async (db, search, limit, limits) => {
    const { orders, next } = await searchOrders(db, { ...search, direction }, past, limit, limits?.windows);
    return { rows: orders, next: next && next.orderNo };
  };
}

function parseAmountPosition(text: string): OrderAmountPosition {
  const [, micro, orderNo] = /^(\d{1,18})\.(.+)$/.exec(text) ?? refuse('invalidFormat', 'cursor');
  return { micro: BigInt(micro!), ...readPosition(orderNo)! };
}

export type OrdersSum = {
  readonly orders: bigint;
  readonly items: bigint;
  readonly amountMicro: bigint;
  /** Orders older than this are not in the sums; null if all are. */
  readonly countedFrom: Date | null;
};

/** How many orders are summed: those of one time lie beside each other, others are scattered. */
const SUM_WINDOWS = { all: { length: 20_000, most: 10 }, scattered: { length: 4_000, most: 5 } };

/**
 * Sums over a filter's newest orders, window by window while there is time, or over all with `isWhole`, where the
 * caller knows that they are not too many. Windows other than the usual ones are for tests, and have no limit in time.
 */
export async function sumOrders(
  db: Db,
  filter: OrderFilter,
  { isWhole, windows }: { isWhole: boolean; windows?: { length: number; most: number } },
): Promise<OrdersSum> {
  const search = await planSearch(db, filter);
  const total = { orders: 0n, items: 0n, amountMicro: 0n };
  if (search === null) return { ...total, countedFrom: null };
  const { source, span, conditions } = search;
  const { length, most } = windows ?? SUM_WINDOWS[source.kind === 'all' ? 'all' : 'scattered'];
  const direction = 'newestFirst';
  const budget = startBudget(windows && Infinity);
  let past: Position | null = null;
  for (let count = 1; ; count += 1) {
    const window: TimeWindow = { span, direction, past };
    const edge: Date | null = isWhole ? null : await findEdge(db, source, window, length);
    const part = { ...window, span: { from: edge ?? span.from, to: span.to } };
    const sum = await sumInSource(db, source, part, conditions);
    total.orders += sum.orders;
    total.items += sum.items;
    total.amountMicro += sum.amount_micro;
    if (edge === null) return { ...total, countedFrom: null };
    if (count === most || budget.isSpent()) return { ...total, countedFrom: edge };
    past = positionAt(edge, direction);
  }
}

/** Orders of one amount are listed by their number, which is by their time. */
type OrderAmountPosition = Position & { readonly micro: bigint };

type Search = OrderSearch & { readonly direction: Direction };

/** Orders by amount, for `searchByAmount`. The index orders by amount and time, the list by amount and number. */
function ordersByAmount(search: Search): AmountList<OrderRow, OrderAmountPosition> {
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
