import type { AdminOrder, Input } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { presentAdminOrders } from '../listing/admin-orders.present.ts';
import { findOrderByNo } from '../listing/list-orders.sql.ts';
import { recordOrderEvent } from '../order-events.sql.ts';
import { lockOrder } from '../orders.sql.ts';
import { queueDelivery, requireDeliverable } from './queue-delivery.ts';

/** Queues the delivery e-mail again, to where the buyer wants it and nowhere else; not one of the buyer's three. */
export function mailAnyOrder(ctx: Ctx, { params }: Input<'mailAnyOrder'>): Promise<AdminOrder> {
  requireAction(ctx.actor, 'order.deliver');
  return inTransaction(ctx, async (step) => {
    const { id } = (await findOrderByNo(step.db, params.order_no)) ?? refuse('notFound');
    const order = await lockOrder(step.db, id);
    requireDeliverable(order);
    await queueDelivery(step, order);
    await recordOrderEvent(step, order, { kind: 'mailAgain', note: order.email });
    await recordAudit(step, {
      action: 'order.deliver',
      subject: `order:${order.order_no}`,
      after: { email: order.email },
    });
    const [queued] = await presentAdminOrders(step.db, [await lockOrder(step.db, id)], ctx.language);
    return queued!;
  });
}
