import type { Ctx } from '../../../platform/context.ts';
import { dropQueuedMails, queueMails } from '../../../platform/mail/outbox.sql.ts';
import { refuse } from '../../../platform/refusal.ts';
import { DELIVERY_MAIL, updateOrder, type OrderRow } from '../orders.sql.ts';

/** Refuses an order whose account data is erased (accountsDeleted) or which is fully refunded (itemSettled). */
export function requireDeliverable({ accounts_deleted_at, status }: OrderRow): void {
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
