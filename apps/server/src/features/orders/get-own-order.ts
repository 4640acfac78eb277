import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { findOwnOrder, type OrderRow } from './orders.sql.ts';

/** The caller's order. Refuses an unknown number and another user's order alike (notFound). */
export async function getOwnOrder(ctx: Ctx, orderNo: string): Promise<OrderRow> {
  const { userId } = requireUser(ctx.actor);
  return (await findOwnOrder(ctx.db, userId, orderNo)) ?? refuse('notFound');
}
