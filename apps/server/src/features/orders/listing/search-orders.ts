import type { Db } from '../../../platform/db/db.ts';
import { startBudget } from '../../../platform/clock.ts';
import { positionAfter, positionAt, parsePosition, type Position } from '../order-no.ts';
import type { OrderRow } from '../orders.sql.ts';
import type { SortedList } from '../../../platform/lists/page-reader.ts';
import {
  findEdge,
  findInSource,
  findOrdersByAmount,
  type OrderSearch,
  sumInSource,
  type TimeWindow,
} from './search-orders.sql.ts';
import { planSearch, type OrderFilter } from './plan-search.ts';

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

/** Orders by time or by amount. Of one amount they are listed by their number, which is by their time. */
export const orderList: SortedList<
  OrderSearch,
  OrderRow,
  Position,
  { readonly windows?: readonly number[] | undefined }
> = {
  readPlace: parsePosition,
  writePlace: ({ order_no }) => order_no,
  amountOf: ({ total_micro }) => total_micro,
  async findByTime(db, search, { isAscending, past = null }, limit, { windows } = {}) {
    const direction = isAscending ? 'oldestFirst' : 'newestFirst';
    const { orders, next } = await searchOrders(db, { ...search, direction }, past, limit, windows);
    return { rows: orders, next: next && next.orderNo };
  },
  findByAmount: findOrdersByAmount,
};

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
