import type { Input, Order } from '@portside/contract';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { getOwnOrder } from '../get-own-order.ts';
import { readOrder } from '../listing/read-orders.ts';
import { MAX_RESENDS } from '../order-states.ts';
import { recordTimelineEntry } from '../order-timeline.sql.ts';
import { lockOrder } from '../orders.sql.ts';
import { queueDelivery, requireDeliverable } from './queue-delivery.ts';

/**
 * Queues the delivery e-mail of an own order again, to another address if the buyer gives one; at most `MAX_RESENDS`
 * times (tooManyResends). Refuses an order with nothing left to deliver (accountsDeleted, itemSettled).
 */
export async function mailAccounts(ctx: Ctx, { params, body }: Input<'mailAccounts'>): Promise<Order> {
  return inTransaction(ctx, async (step) => {
    const { id } = await getOwnOrder(step, params.order_no);
    const order = await lockOrder(step.db, id);
    requireDeliverable(order);
    if (order.resends >= MAX_RESENDS) refuse('tooManyResends');
    await queueDelivery(step, order, { email: body.email, resends: order.resends + 1 });
    await recordTimelineEntry(step, order, { kind: 'mailAgain', note: body.email ?? order.email });
    // Here, not after the commit: a second call may have changed it by then.
    return readOrder(step, { params });
  });
}
