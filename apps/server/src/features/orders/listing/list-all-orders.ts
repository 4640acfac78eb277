import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts';
import { presentAdminOrders } from '../admin-orders.present.ts';
import { planSearch } from './plan-search.ts';
import { orderPageReader } from './page-reader.ts';

/** Orders of all buyers that pass the filter, newest first unless another sort is asked for. */
export async function listAllOrders(
  ctx: Ctx,
  { query }: Input<'listAllOrders'>,
): Promise<Data<'listAllOrders'>> {
  requireAction(ctx.actor, 'order.read');
  return findOrders(ctx, query);
}

/** The same without a check: the caller has checked who may read or export orders. */
export async function findOrders(
  ctx: Ctx,
  { limit, cursor, sort, ...filter }: Input<'listAllOrders'>['query'],
): Promise<Data<'listAllOrders'>> {
  const readPage = orderPageReader(sort, readCursor({ cursor, sort }));
  const search = await planSearch(ctx.db, filter);
  if (search === null) return { items: [], next_cursor: null, total: null };
  const { rows, next } = await readPage(ctx.db, search, limit);
  return {
    items: await presentAdminOrders(ctx.db, rows, ctx.language),
    next_cursor: next === null ? null : writeCursor(next, sort),
    total: null,
  };
}
