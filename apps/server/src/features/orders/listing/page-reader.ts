import type { SortOf } from '@portside/contract';
import type { Db } from '../../../platform/db/db.ts';
import type { AmountLimits } from '../../../platform/db/page-by-amount.ts';
import { searchByAmount } from '../../../platform/db/search-by-amount.ts';
import { isAscending } from '../../../platform/http/page-by-id.ts';
import { refuse } from '../../../platform/refusal.ts';
import { readPosition } from '../order-time.ts';
import type { OrderRow } from '../orders.sql.ts';
import { ordersByAmount, type AmountPosition } from './orders-by-amount.sql.ts';
import type { OrderSearch } from './search-orders.sql.ts';
import { searchOrders } from './search-orders.ts';

/** `next`: the position after the page, without the sort it belongs to; null at the end of the list. */
type OrderPage = { readonly orders: OrderRow[]; readonly next: string | null };

/** Reads pages in the sort asked for, from a position on. Refuses a text that is no position (invalidFormat). */
export function pageReader(
  sort: SortOf<'listAllOrders'> | undefined,
  position: string | undefined,
): (db: Db, search: OrderSearch, limit: number, limits?: AmountLimits) => Promise<OrderPage> {
  const direction = isAscending(sort) ? 'oldestFirst' : 'newestFirst';
  if (sort === 'total_amount' || sort === '-total_amount') {
    const past = position === undefined ? null : readAmountPosition(position);
    return async (db, search, limit, limits) => {
      const list = ordersByAmount({ ...search, direction });
      const { rows, next } = await searchByAmount(db, list, past, limit, limits);
      return { orders: rows, next: next && `${next.micro}.${next.orderNo}` };
    };
  }
  const past = readPosition(position);
  return async (db, search, limit, limits) => {
    const { orders, next } = await searchOrders(db, { ...search, direction }, past, limit, limits?.windows);
    return { orders, next: next && next.orderNo };
  };
}

function readAmountPosition(text: string): AmountPosition {
  const [, micro, orderNo] = /^(\d{1,18})\.(.+)$/.exec(text) ?? refuse('invalidFormat', 'cursor');
  return { micro: BigInt(micro!), ...readPosition(orderNo)! };
}
