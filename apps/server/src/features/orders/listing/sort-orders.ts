import type { SortOf } from '@portside/contract';
import type { Db } from '../../../platform/db/db.ts';
import type { AmountLimits } from '../../../platform/db/page-by-amount.ts';
import { isAscending } from '../../../platform/http/page-by-id.ts';
import { refuse } from '../../../platform/refusal.ts';
import { readPosition } from '../order-time.ts';
import type { OrderRow } from '../orders.sql.ts';
import { searchByAmount, type AmountPlace } from './search-by-amount.ts';
import { searchOrders, type OrderSearch } from './search-orders.ts';

/** `next` is the place to go on from, without the order it belongs to. */
type OrderPage = { readonly orders: OrderRow[]; readonly next: string | null };

/** Reads pages in the order that was asked for, from that place on. Refuses `invalidFormat` what is none. */
export function pageReader(
  sort: SortOf<'listAllOrders'> | undefined,
  place: string | undefined,
): (db: Db, search: OrderSearch, limit: number, bounds?: AmountLimits) => Promise<OrderPage> {
  const direction = isAscending(sort) ? 'oldestFirst' : 'newestFirst';
  if (sort === 'total_amount' || sort === '-total_amount') {
    const past = place === undefined ? null : readAmountPlace(place);
    return async (db, search, limit, bounds) => {
      const { rows, next } = await searchByAmount(db, { ...search, direction }, past, limit, bounds);
      return { orders: rows, next: next && `${next.micro}.${next.orderNo}` };
    };
  }
  const past = readPosition(place);
  return async (db, search, limit, bounds) => {
    const { orders, next } = await searchOrders(db, { ...search, direction }, past, limit, bounds?.windows);
    return { orders, next: next && next.orderNo };
  };
}

function readAmountPlace(place: string): AmountPlace {
  const [, micro, orderNo] = /^(\d{1,18})\.(.+)$/.exec(place) ?? refuse('invalidFormat', 'cursor');
  return { micro: BigInt(micro!), ...readPosition(orderNo)! };
}
