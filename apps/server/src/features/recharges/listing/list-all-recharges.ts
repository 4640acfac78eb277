import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { forceCustomPlans } from '../../../platform/db/db.ts';
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts';
import { presentAdminRecharges } from './admin-recharges.present.ts';
import { planSearch } from './plan-search.ts';
import { rechargePageReader } from './page-reader.ts';

/** Top-ups of all buyers that match the filter, newest first unless sorted otherwise. */
export async function listAllRecharges(
  ctx: Ctx,
  { query }: Input<'listAllRecharges'>,
): Promise<Data<'listAllRecharges'>> {
  requireAction(ctx.actor, 'recharge.read');
  return findRecharges(ctx, query);
}

/** The same without the permission check, for the list and its export. */
export async function findRecharges(
  ctx: Ctx,
  { limit, cursor, sort, ...filter }: Input<'listAllRecharges'>['query'],
): Promise<Data<'listAllRecharges'>> {
  const { db } = ctx;
  const readPage = rechargePageReader(sort, readCursor({ cursor, sort }));
  const search = await planSearch(db, filter);
  if (search === null) return { items: [], next_cursor: null, total: null };
  const { rows, next } = await db.transaction().execute(async (reading) => {
    await forceCustomPlans(reading);
    return readPage(reading, search, limit);
  });
  return {
    items: await presentAdminRecharges(ctx, rows),
    next_cursor: next === null ? null : writeCursor(next, sort),
    total: null,
  };
}
