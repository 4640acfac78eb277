import type { Input, Order } from '@portside/contract';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { recordOrderEvent } from '../order-events.sql.ts';
import { MOST_RESENDS } from '../order-states.ts';
import { lockOrder } from '../orders.sql.ts';
import { queueDelivery, requireDeliverable } from './queue-delivery.ts';
import { getOwnOrder, readOrder } from '../listing/read-orders.ts';

/** Queues the delivery e-mail again, to another address if the buyer names one; three times at most. */
export async function mailAccounts(ctx: Ctx, { params, body }: Input<'mailAccounts'>): Promise<Order> {
  await inTransaction(ctx, async (step) => {
    const { id } = await getOwnOrder(step, params.order_no);
    const order = await lockOrder(step.db, id);
    requireDeliverable(order);
    if (order.resends >= MOST_RESENDS) refuse('tooManyResends');
    await queueDelivery(step, order, { email: body.email, resends: order.resends + 1 });
    await recordOrderEvent(step, order, { kind: 'mailAgain', note: body.email ?? order.email });
  });
  return readOrder(ctx, { params });
}
