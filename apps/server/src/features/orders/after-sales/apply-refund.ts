import { formatBalance, formatMicro } from '@portside/contract';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import type { Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { dropQueuedMails } from '../../../platform/mail/outbox.sql.ts';
import { refuse } from '../../../platform/refusal.ts';
import { recordRefund, reverseCommission } from '../../ledger/index.ts';
import { DELIVERY_MAIL } from '../delivery/queue-delivery.ts';
import { orderName } from '../order-name.ts';
import { nextStatus } from '../order-states.ts';
import { recordTimelineEntry } from '../order-timeline.sql.ts';
import { updateOrder, type OrderRow } from '../orders.sql.ts';
import { insertRemediedItems } from '../sold-items.sql.ts';
import { formatItemIds } from './item-ids.ts';
import { publishWarrantyClaims } from './publish-warranty-claims.ts';
import { settleRemediedWarrantyClaims } from './warranty-claims.sql.ts';

type Refund = {
  /** Items of the order that are not remedied yet. */
  readonly itemIds: readonly bigint[];
  readonly reason: string;
  readonly refundedBy: bigint | null;
  /** The proposal that was approved; null where one admin decided alone. */
  readonly proposalId: bigint | null;
};

/**
 * Refunds items of an order to its buyer's balance at the price they were bought for, reverses the agent's share of
 * the commission, and settles the claims that this completes. Runs in the caller's transaction, which holds the
 * order's lock. Each item is refunded at most once.
 */
export async function applyRefund(ctx: Ctx, order: OrderRow, refund: Refund): Promise<void> {
  const { db, clock } = ctx;
  const { itemIds, reason, refundedBy, proposalId } = refund;
  const quantity = itemIds.length;
  const amountMicro = order.unit_price_micro * BigInt(quantity);
  const paidBefore = order.quantity - order.refunded_quantity;
  const paidAfter = paidBefore - quantity;
  const status = nextStatus(order.status, paidAfter === 0 ? 'fullyRefunded' : 'partlyRefunded');
  if (status === null) refuse('itemSettled');
  const entry = {
    kind: 'refunded',
    quantity,
    amountMicro,
    note: reason,
    actorId: refundedBy,
    proposalId,
  } as const;
  const timelineId = await recordTimelineEntry(ctx, order, entry);
  await insertRemediedItems(db, { orderId: order.id, timelineId, itemIds, replacedBy: null });
  await updateOrder(db, order.id, { status, refunded_quantity: order.refunded_quantity + quantity });
  crashPoint('refund: written');
  const { balanceMicro } = await recordRefund(ctx, { timelineId, userId: order.user_id, amountMicro });
  crashPoint('refund: paid');
  const ofOrder = { orderId: order.id, quantity: order.quantity };
  await reverseCommission(ctx, { timelineId, ...ofOrder, paidBefore, paidAfter });
  // Nothing is left to deliver.
  if (paidAfter === 0) await dropQueuedMails(db, { kind: DELIVERY_MAIL, reference: order.id });
  const settlement = { state: 'refunded', answer: reason, settledBy: refundedBy, now: clock.now() } as const;
  await publishWarrantyClaims(
    ctx,
    order,
    await settleRemediedWarrantyClaims(db, order.id, settlement),
    'refunded',
  );
  await ctx.events.announce(ctx, 'orderRefunded', {
    ...orderName(order),
    quantity,
    amountMicro,
    isWhole: paidAfter === 0,
  });
  publishRefund(ctx, order, balanceMicro);
  await recordAudit(ctx, {
    action: 'order.refund',
    subject: `order:${order.order_no}`,
    before: { status: order.status, refunded: order.refunded_quantity },
    after: { status, items: formatItemIds(itemIds), amount: formatMicro(amountMicro), reason },
  });
  crashPoint('refund: before commit');
}

function publishRefund({ live }: Ctx, order: OrderRow, balanceMicro: bigint): void {
  live.publish({ to: order.user_id, name: 'balance', data: { balance: formatBalance(balanceMicro) } });
  live.publish({ to: order.user_id, name: 'order', data: { order_no: order.order_no } });
}
