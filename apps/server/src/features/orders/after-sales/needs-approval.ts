import { requireUser } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { readSetting } from '../../settings/index.ts';
import { countReplaced, lockRemediesOf, sumUnapprovedRemedies } from '../order-timeline.sql.ts';
import type { OrderRow } from '../orders.sql.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Whether refunding or replacing so many more accounts of a locked order takes a second person: for an own order, and
 * above a setting, at the order's price, counted together with what of it was remedied before, or with what the same
 * admin remedied without approval within 24 hours. A replacement gives away as much as a refund.
 */
export async function needsApproval(ctx: Ctx, order: OrderRow, quantity: number): Promise<boolean> {
  const { db, clock } = ctx;
  const { userId } = requireUser(ctx.actor);
  if (order.user_id === userId) return true;
  const priceOf = (items: number) => order.unit_price_micro * BigInt(items);
  const aboveMicro = await readSetting(db, 'refundApprovalAboveMicro');
  const before = order.refunded_quantity + (await countReplaced(db, order.id));
  if (priceOf(before + quantity) > aboveMicro) return true;
  await lockRemediesOf(db, userId);
  const since = new Date(clock.now().getTime() - DAY_MS);
  return (await sumUnapprovedRemedies(db, userId, since)) + priceOf(quantity) > aboveMicro;
}
