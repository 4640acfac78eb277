import type { Input, Order } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { dropQueuedMails, queueMails } from '../../platform/mail/outbox.ts';
import { refuse } from '../../platform/refusal.ts';
import { MOST_RESENDS } from './order-states.ts';
import { lockOrder, updateOrder } from './orders.sql.ts';
import { DELIVERY_MAIL } from './place-order-batch.ts';
import { getOwnOrder, readOrder } from './read-orders.ts';

/** Queues the delivery e-mail again, to another address if the buyer names one; three times at most. */
export async function mailAccounts(ctx: Ctx, { params, body }: Input<'mailAccounts'>): Promise<Order> {
  await inTransaction(ctx, async (inner) => {
    const { id } = await getOwnOrder(inner, params.order_no);
    const order = await lockOrder(inner.db, id);
    if (order.accounts_deleted_at !== null) refuse('accountsDeleted');
    if (order.resends >= MOST_RESENDS) refuse('tooManyResends');
    const email = body.email ?? order.email;
    await updateOrder(inner.db, id, { email, delivery_state: 'queued', resends: order.resends + 1 });
    const mail = { kind: DELIVERY_MAIL, reference: id, recipient: email };
    // The newest mail alone decides how the delivery fared, and an old address gets nothing more.
    await dropQueuedMails(inner.db, mail);
    await queueMails(inner.db, [mail], inner.clock.now());
  });
  return readOrder(ctx, { params });
}
