import { formatMicro, type Data, type Input } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { listProposalsOn } from '../../approvals/index.ts';
import { presentAdminOrders } from '../admin-orders.present.ts';
import { remedyTimelineEntries } from '../after-sales/remedy-timeline.ts';
import { findTimeline } from '../order-timeline.sql.ts';
import { findOrderByNo } from '../orders.sql.ts';
import { buildTimeline } from './build-timeline.ts';

/** Any buyer's order with its timeline. Refuses an unknown number (notFound). */
export async function readAnyOrder(
  ctx: Ctx,
  { params }: Input<'readAnyOrder'>,
): Promise<Data<'readAnyOrder'>> {
  requireAction(ctx.actor, 'order.read');
  const row = (await findOrderByNo(ctx.db, params.order_no)) ?? refuse('notFound');
  const [[order], timeline, proposals] = await Promise.all([
    presentAdminOrders(ctx.db, [row], ctx.language),
    findTimeline(ctx.db, row.id),
    listProposalsOn(ctx.db, [`order:${row.order_no}`]),
  ]);
  const refunds = timeline.filter((entry) => entry.kind === 'refunded');
  const refundedMicro = refunds.reduce((sum, entry) => sum + (entry.amount_micro ?? 0n), 0n);
  return {
    order: order!,
    refunded_amount: formatMicro(refundedMicro),
    events: buildTimeline(row, order!.buyer.username, timeline, remedyTimelineEntries(proposals)),
  };
}
