import type { Db } from '../../../platform/db/db.ts';
import { positionAfter, positionAt, type Direction, type Position, type Span } from '../order-time.ts';
import type { OrderRow } from '../orders.sql.ts';
import { findEdge, findInSource, type Conditions, type Source } from './search-orders.sql.ts';

/** What is looked for, and where the search begins. */
export type OrderSearch = {
  readonly source: Source;
  readonly conditions: Conditions;
  readonly span: Span;
  /** Newest first where it is absent. */
  readonly direction?: Direction | undefined;
};

export type FoundOrders = { readonly orders: OrderRow[]; readonly next: Position | null };

/**
 * How many orders a page looks through, a stretch at a time. Orders of one buyer or product lie scattered
 * over the table, those of a time beside each other.
 */
const STRETCHES = { all: [2_000, 20_000, 100_000], scattered: [500, 4_000, 20_000] };

/**
 * A page of orders by their time, in bounded time: where hardly any order holds the conditions, it ends before
 * the page is full and tells where to go on.
 */
export async function searchOrders(
  db: Db,
  { source, conditions, span, direction = 'newestFirst' }: OrderSearch,
  after: Position | null,
  limit: number,
  windows: readonly number[] = source.kind === 'all' ? STRETCHES.all : STRETCHES.scattered,
): Promise<FoundOrders> {
  if (Object.values(conditions).every((value) => value === undefined)) {
    return cut(await findInSource(db, source, { span, direction, past: after }, {}, limit + 1), limit);
  }
  const orders: OrderRow[] = [];
  let past = after;
  for (const length of windows) {
    const edge = await findEdge(db, source, { span, direction, past }, length);
    const part = direction === 'newestFirst' ? { from: edge ?? span.from } : { to: edge ?? span.to };
    const stretch = { span: { ...span, ...part }, direction, past };
    const wanted = limit + 1 - orders.length;
    orders.push(...(await findInSource(db, source, stretch, conditions, wanted)));
    if (edge === null || orders.length > limit) return cut(orders, limit);
    past = positionAt(edge, direction);
  }
  return { orders, next: past };
}

function cut(orders: readonly OrderRow[], limit: number): FoundOrders {
  const shown = orders.slice(0, limit);
  return { orders: shown, next: orders.length > limit ? positionAfter(shown.at(-1)!) : null };
}
