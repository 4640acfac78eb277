import type { Db } from '../../../platform/db/db.ts';
import { planSearch, type OrderFilter } from './plan-search.ts';
import { findEdge, sumInSource } from './search-orders.sql.ts';

export type OrdersSum = {
  readonly orders: bigint;
  readonly items: bigint;
  readonly amountMicro: bigint;
  /** Orders older than this are not in the sums; null where all are. */
  readonly countedFrom: Date | null;
};

/** How many orders can be summed in a moment: those of one time lie beside each other, others are scattered. */
const MAX_BY_TIME = 200_000;
const MAX_SCATTERED = 20_000;

/** Sums over a filter's newest orders, or over all with `isWhole`, where the caller knows that they are not too many. */
export async function sumOrders(
  db: Db,
  filter: OrderFilter,
  { isWhole }: { isWhole: boolean },
): Promise<OrdersSum> {
  const search = await planSearch(db, filter);
  if (search === null) return { orders: 0n, items: 0n, amountMicro: 0n, countedFrom: null };
  const { source, span, conditions } = search;
  const most = source.kind === 'all' ? MAX_BY_TIME : MAX_SCATTERED;
  const whole = { span, direction: 'newestFirst', past: null } as const;
  const edge = isWhole ? null : await findEdge(db, source, whole, most);
  const window = { ...whole, span: { from: edge ?? span.from, to: span.to } };
  const { orders, items, amount_micro } = await sumInSource(db, source, window, conditions);
  return { orders, items, amountMicro: amount_micro, countedFrom: edge };
}
