import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { presentAdminOrders } from './admin-orders.present.ts';
import { planSearch } from './order-filter.ts';
import { readPosition } from './order-time.ts';
import { searchOrders } from './search-orders.ts';

/** Orders of all buyers that pass the filter, newest first. */
export async function listAllOrders(
  ctx: Ctx,
  { query }: Input<'listAllOrders'>,
): Promise<Data<'listAllOrders'>> {
  requireAction(ctx.actor, 'order.read');
  const { limit, cursor, ...filter } = query;
  const after = readPosition(cursor);
  const search = await planSearch(ctx.db, filter);
  if (search === null) return { items: [], next_cursor: null, total: null };
  const { orders, next } = await searchOrders(ctx.db, search, after, limit);
  return {
    items: await presentAdminOrders(ctx.db, orders, ctx.language),
    next_cursor: next?.orderNo ?? null,
    total: null,
  };
}
