import type { Data, Input, Recharge } from '@portside/contract';
import { requirePayer, requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { cutPage, readIdCursor } from '../../platform/http/page-by-id.ts';
import { refuse } from '../../platform/refusal.ts';
import { statesOf } from './recharge-states.ts';
import { presentRecharges } from './recharges.present.ts';
import { findOwnRecharge, listOwnRecharges, type RechargeRow } from './recharges.sql.ts';

/** The caller's own top-up; for a ticket, only the one it was made for. Refuses any other (notFound). */
export async function getOwnRecharge(ctx: Ctx, orderId: string): Promise<RechargeRow> {
  const { userId, rechargeId } = requirePayer(ctx.actor);
  const own = await findOwnRecharge(ctx.db, userId, orderId);
  return own && (rechargeId === null || rechargeId === own.id) ? own : refuse('notFound');
}

/** One top-up of the caller. Refuses any other (notFound). */
export async function readRecharge(ctx: Ctx, { params }: Input<'readRecharge'>): Promise<Recharge> {
  const [recharge] = await presentRecharges(ctx, [await getOwnRecharge(ctx, params.order_id)]);
  return recharge!;
}

/** The caller's top-ups, newest first. */
export async function listRecharges(
  ctx: Ctx,
  { query }: Input<'listRecharges'>,
): Promise<Data<'listRecharges'>> {
  const { userId } = requireUser(ctx.actor);
  const filter = {
    states: query.status && statesOf(query.status),
    from: query.from === undefined ? undefined : new Date(query.from),
    to: query.to === undefined ? undefined : new Date(query.to),
    before: readIdCursor(query.cursor),
  };
  const rows = await listOwnRecharges(ctx.db, userId, filter, query.limit + 1);
  const { shown, nextCursor } = cutPage(rows, query.limit);
  return { items: await presentRecharges(ctx, shown), next_cursor: nextCursor, total: null };
}
