import type { Db } from '../../../platform/db/db.ts';
import { planSearch, type OrderFilter } from './order-filter.ts';
import { findEdge, sumInSource } from './search-orders.sql.ts';

export type OrdersSum = {
  readonly orders: bigint;
  readonly items: bigint;
  readonly amountMicro: bigint;
  /** Older orders were not looked at; null where all were. */
  readonly countedFrom: Date | null;
};

/** As many as can be looked at in a moment: those of a time lie beside each other, others are scattered. */
const MOST_IN_TIME = 200_000;
const MOST_SCATTERED = 20_000;

/** Of a filter's newest orders, or of all where the caller knows that those are not too many. */
export async function sumOrders(
  db: Db,
  filter: OrderFilter,
  { isWhole }: { isWhole: boolean },
): Promise<OrdersSum> {
  const search = await planSearch(db, filter);
  if (search === null) return { orders: 0n, items: 0n, amountMicro: 0n, countedFrom: null };
  const { source, span, conditions } = search;
  const most = source.kind === 'all' ? MOST_IN_TIME : MOST_SCATTERED;
  const whole = { span, direction: 'newestFirst', past: null } as const;
  const edge = isWhole ? null : await findEdge(db, source, whole, most);
  const stretch = { ...whole, span: { from: edge ?? span.from, to: span.to } };
  const { orders, items, amount_micro } = await sumInSource(db, source, stretch, conditions);
  return { orders, items, amountMicro: amount_micro, countedFrom: edge };
}
