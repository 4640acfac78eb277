import type { Db } from '../../../platform/db/db.ts';
import { startBudget } from '../../../platform/time-budget.ts';
import { positionAfter, positionAt, type Position } from '../order-time.ts';
import type { OrderRow } from '../orders.sql.ts';
import { findEdge, findInSource, type OrderSearch } from './search-orders.sql.ts';

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
 * A page of orders by time, in bounded time: where hardly any order meets the conditions, it ends before it is full,
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
