import type { Input, Order, AdminOrder } from '@portside/contract';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { getOwnOrder, readOrder } from '../listing/own-orders.ts';
import { MAX_RESENDS } from '../order-states.ts';
import { recordTimelineEntry } from '../order-timeline.sql.ts';
import { DELIVERY_MAIL, lockOrder, lockOrderByNo, updateOrder, type OrderRow } from '../orders.sql.ts';
import { dropQueuedMails, queueMails } from '../../../platform/mail/outbox.sql.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { presentAdminOrders } from '../listing/all-orders.ts';

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

/**
 * Queues the delivery e-mail of any order again, always to the address that the buyer gave. Does not count as one of
 * the buyer's resends. Refuses an order with nothing left to deliver (accountsDeleted, itemSettled).
 */
export function mailAnyOrder(ctx: Ctx, { params }: Input<'mailAnyOrder'>): Promise<AdminOrder> {
  return inTransaction(ctx, async (step) => {
    const order = (await lockOrderByNo(step.db, params.order_no)) ?? refuse('notFound');
    requireDeliverable(order);
    await queueDelivery(step, order);
    await recordTimelineEntry(step, order, { kind: 'mailAgain', note: order.email });
    await recordAudit(step, {
      action: 'order.deliver',
      subject: `order:${order.order_no}`,
      after: { email: order.email },
    });
    const [queued] = await presentAdminOrders(step.db, [await lockOrder(step.db, order.id)], ctx.language);
    return queued!;
  });
}

/** Refuses an order whose account data is erased (accountsDeleted) or which is fully refunded (itemSettled). */
function requireDeliverable({ accounts_deleted_at, status }: OrderRow): void {
  if (accounts_deleted_at !== null) refuse('accountsDeleted');
  if (status === 'refunded') refuse('itemSettled', 'nothing is left to be delivered');
}

/**
 * Queues the delivery e-mail of a locked order again and drops those still queued: only the newest e-mail decides the
 * delivery state, and a previous address receives nothing more.
 */
export async function queueDelivery(
  { db, clock }: Ctx,
  order: OrderRow,
  { email = order.email, resends = order.resends }: { email?: string | undefined; resends?: number } = {},
): Promise<void> {
  await updateOrder(db, order.id, { email, delivery_state: 'queued', resends });
  const mail = { kind: DELIVERY_MAIL, reference: order.id, recipient: email };
  await dropQueuedMails(db, mail);
  await queueMails(db, [mail], clock.now());
}
