import type { AdminOrder, Input } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { presentAdminOrders } from '../admin-orders.present.ts';
import { recordTimelineEntry } from '../order-timeline.sql.ts';
import { findOrderByNo, lockOrder } from '../orders.sql.ts';
import { queueDelivery, requireDeliverable } from './queue-delivery.ts';

/**
 * Queues the delivery e-mail of any order again, always to the address that the buyer gave. Does not count as one of
 * the buyer's resends. Refuses an order with nothing left to deliver (accountsDeleted, itemSettled).
 */
export function mailAnyOrder(ctx: Ctx, { params }: Input<'mailAnyOrder'>): Promise<AdminOrder> {
  requireAction(ctx.actor, 'order.deliver');
  return inTransaction(ctx, async (step) => {
    const { id } = (await findOrderByNo(step.db, params.order_no)) ?? refuse('notFound');
    const order = await lockOrder(step.db, id);
    requireDeliverable(order);
    await queueDelivery(step, order);
    await recordTimelineEntry(step, order, { kind: 'mailAgain', note: order.email });
    await recordAudit(step, {
      action: 'order.deliver',
      subject: `order:${order.order_no}`,
      after: { email: order.email },
    });
    const [queued] = await presentAdminOrders(step.db, [await lockOrder(step.db, id)], ctx.language);
    return queued!;
  });
}
