import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { readIdCursor } from '../../platform/http/page-by-id.ts';
import { presentAdminRecharges } from './admin-recharges.present.ts';
import { planSearch } from './plan-search.ts';
import { searchRecharges } from './search-recharges.ts';

/** Top-ups of all buyers that pass the filter, newest first. */
export async function listAllRecharges(
  ctx: Ctx,
  { query }: Input<'listAllRecharges'>,
): Promise<Data<'listAllRecharges'>> {
  requireAction(ctx.actor, 'recharge.read');
  const { limit, cursor, ...filter } = query;
  const before = readIdCursor(cursor);
  const search = await planSearch(ctx.db, filter);
  if (search === null) return { items: [], next_cursor: null, total: null };
  const { recharges, next } = await searchRecharges(ctx.db, search, before, limit);
  return {
    items: await presentAdminRecharges(ctx.db, recharges),
    next_cursor: next?.toString() ?? null,
    total: null,
  };
}
