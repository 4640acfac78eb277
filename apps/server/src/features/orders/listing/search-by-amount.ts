import type { Db } from '../../../platform/db/db.ts';
import { pageByAmount, type AmountLimits } from '../../../platform/db/page-by-amount.ts';
import type { OrderRow } from '../orders.sql.ts';
import { ALWAYS, positionAfter, type Direction, type Position } from '../order-time.ts';
import {
  findAmountEdge,
  findBetweenAmounts,
  findSortedByAmount,
  isSourceShort,
} from './search-by-amount.sql.ts';
import type { OrderSearch } from './search-orders.ts';

/** Of one amount the orders stand by their time. */
export type AmountPlace = Position & { readonly micro: bigint };

export type AmountSearch = OrderSearch & { readonly direction: Direction };

/** A page of orders by their amount; of one amount by time, the same way. */
export function searchByAmount(
  db: Db,
  search: AmountSearch,
  past: AmountPlace | null,
  limit: number,
  bounds?: AmountLimits,
): Promise<{ rows: OrderRow[]; next: AmountPlace | null }> {
  const { source, conditions, span } = search;
  const { fromMicro: _, toMicro: __, ...others } = conditions;
  const reading = {
    isPart:
      source.kind !== 'all' ||
      span.from > ALWAYS.from ||
      span.to < ALWAYS.to ||
      Object.values(others).some((value) => value !== undefined),
    isShort: (most: number) => isSourceShort(db, search, most),
    readSorted: (from: AmountPlace | null, wanted: number) => findSortedByAmount(db, search, from, wanted),
    findEdge: (from: AmountPlace | null, count: number) => findAmountEdge(db, search, from, count),
    walk: (from: AmountPlace | null, edge: AmountPlace | null, wanted: number) =>
      findBetweenAmounts(db, search, { from, edge }, wanted),
    placeOf: (order: OrderRow) => ({ ...positionAfter(order), micro: order.total_micro }),
  };
  return pageByAmount(reading, past, limit, bounds);
}
