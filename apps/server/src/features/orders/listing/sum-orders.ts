import type { Db } from '../../../platform/db/db.ts';
import { startBudget } from '../../../platform/time-budget.ts';
import { positionAt, type Position } from '../order-time.ts';
import { planSearch, type OrderFilter } from './plan-search.ts';
import { findEdge, sumInSource, type TimeWindow } from './search-orders.sql.ts';

export type OrdersSum = {
  readonly orders: bigint;
  readonly items: bigint;
  readonly amountMicro: bigint;
  /** Orders older than this are not in the sums; null where all are. */
  readonly countedFrom: Date | null;
};

/** How many orders are summed: those of one time lie beside each other, others are scattered. */
const WINDOWS = { all: { length: 20_000, most: 10 }, scattered: { length: 4_000, most: 5 } };

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
  const { length, most } = windows ?? WINDOWS[source.kind === 'all' ? 'all' : 'scattered'];
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
