import type { SortOf } from '@portside/contract';
import type { AmountLimits } from '../../../platform/db/page-by-amount.ts';
import { isAscending } from '../../../platform/http/page-by-id.ts';
import { amountPageReader, type ReadPage } from '../../../platform/http/page-reader.ts';
import { refuse } from '../../../platform/refusal.ts';
import { readPosition } from '../order-time.ts';
import type { OrderRow } from '../orders.sql.ts';
import { ordersByAmount, type OrderAmountPosition } from './orders-by-amount.sql.ts';
import type { OrderSearch } from './search-orders.sql.ts';
import { searchOrders } from './search-orders.ts';

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
