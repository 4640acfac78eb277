import { formatBalance, formatMicro } from '@portside/contract';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import type { Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { dropQueuedMails } from '../../../platform/mail/outbox.sql.ts';
import { refuse } from '../../../platform/refusal.ts';
import { recordRefund, reverseCommission } from '../../ledger/index.ts';
import { settleDoneClaims } from './claims.sql.ts';
import { formatItems } from './item-text.ts';
import { recordOrderEvent } from '../order-events.sql.ts';
import { nextStatus } from '../order-states.ts';
import { updateOrder, type OrderRow } from '../orders.sql.ts';
import { DELIVERY_MAIL } from '../placing/place-order-batch.ts';
import { publishClaims } from './publish-claims.ts';
import { insertBadItems } from '../sold-items.sql.ts';

type Refund = {
  /** Good ones of the order. */
  readonly itemIds: readonly bigint[];
  readonly reason: string;
  readonly refundedBy: bigint | null;
  /** Null where nobody had to agree to it. */
  readonly proposalId: bigint | null;
};

/**
 * Pays accounts of an order back to its buyer's balance, takes the agent's part back, and settles the claims
 * that are done by it; in the caller's transaction, which holds the order. Every account costs what it cost
 * when it was bought, and is paid back once.
 */
export async function payBack(ctx: Ctx, order: OrderRow, refund: Refund): Promise<void> {
  const { db, clock, live } = ctx;
  const { itemIds, reason, refundedBy, proposalId } = refund;
  const quantity = itemIds.length;
  const amountMicro = order.unit_price_micro * BigInt(quantity);
  const paidBefore = order.quantity - order.refunded_quantity;
  const paidAfter = paidBefore - quantity;
  const status = nextStatus(order.status, paidAfter === 0 ? 'fullyRefunded' : 'partlyRefunded');
  if (status === null) refuse('itemSettled');
  const event = {
    kind: 'refunded',
    quantity,
    amountMicro,
    note: reason,
    actorId: refundedBy,
    proposalId,
  } as const;
  const eventId = await recordOrderEvent(ctx, order, event);
  await insertBadItems(db, { orderId: order.id, eventId, itemIds, replacedBy: null });
  await updateOrder(db, order.id, { status, refunded_quantity: order.refunded_quantity + quantity });
  crashPoint('refund: written');
  const { balanceMicro } = await recordRefund(ctx, { eventId, userId: order.user_id, amountMicro });
  crashPoint('refund: paid');
  const ofOrder = { orderId: order.id, quantity: order.quantity };
  await reverseCommission(ctx, { eventId, ...ofOrder, paidBefore, paidAfter });
  // Nothing is left to be delivered.
  if (paidAfter === 0) await dropQueuedMails(db, { kind: DELIVERY_MAIL, reference: order.id });
  const settled = { state: 'refunded', answer: reason, settledBy: refundedBy, now: clock.now() } as const;
  await publishClaims(ctx, order, await settleDoneClaims(db, order.id, settled), 'refunded');
  live.publish({ to: order.user_id, name: 'balance', data: { balance: formatBalance(balanceMicro) } });
  live.publish({ to: order.user_id, name: 'order', data: { order_no: order.order_no } });
  await recordAudit(ctx, {
    action: 'order.refund',
    subject: `order:${order.order_no}`,
    before: { status: order.status, refunded: order.refunded_quantity },
    after: { status, items: formatItems(itemIds), amount: formatMicro(amountMicro), reason },
  });
  crashPoint('refund: before commit');
}
