import { formatMicro, paths, type Data, type Input } from '@portside/contract';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { dropQueuedMails } from '../../../platform/mail/outbox.sql.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { Approved } from '../../approvals/index.ts';
import { publishBalance, recordRefund, reverseCommission } from '../../ledger/index.ts';
import { findUser } from '../../users/index.ts';
import { nextStatus } from '../order-states.ts';
import { recordTimelineEntry } from '../order-timeline.sql.ts';
import { orderName, publishOrder } from '../orders.present.ts';
import { DELIVERY_MAIL, lockOrderByNo, updateOrder, type OrderRow } from '../orders.sql.ts';
import { insertRemediedItems } from '../sold-items.sql.ts';
import {
  applyApproved,
  formatItemIds,
  remedyItems,
  settleClaims,
  type Remedy,
  type RemedyKind,
  type RemedyTerms,
} from './remedy.ts';

const REFUND: RemedyKind = {
  state: 'refunded',
  proposal: 'refundApproved',
  action: paths.refundOrder[2],
  apply: applyRefund,
};

/**
 * Refunds items of an order to its buyer's balance: those of a claim, those named, or all that are left. A repeated
 * call changes nothing and answers the same. It may need a second person's approval. Refuses an unknown order
 * (notFound), one whose buyer's profile is closed (userDoesNotExist), and items that were replaced (itemSettled).
 */
export async function refundOrder(
  ctx: Ctx,
  { params, body }: Input<'refundOrder'>,
): Promise<Data<'refundOrder'>> {
  const answer = await inTransaction(ctx, async (step) =>
    remedyItems(step, await lockOrderToRefund(step, params.order_no), REFUND, body),
  );
  crashPoint('refund: after commit');
  return answer;
}

/** Applies a refund that a second person approved. Refuses items that were settled in the meantime (itemSettled). */
export const onRefundApproved = (ctx: Ctx, approved: Approved<RemedyTerms>): Promise<void> =>
  inTransaction(ctx, async (step) =>
    applyApproved(step, await lockOrderToRefund(step, approved.terms.order_no), REFUND, approved),
  );

async function lockOrderToRefund({ db }: Ctx, orderNo: string): Promise<OrderRow> {
  const order = (await lockOrderByNo(db, orderNo)) ?? refuse('notFound');
  if ((await findUser(db, order.user_id))?.status === 'closed') refuse('userDoesNotExist', 'closed');
  return order;
}

/**
 * Pays the items back at the price they were bought for, reverses the agent's share of the commission, and settles the
 * claims that this completes.
 */
async function applyRefund(ctx: Ctx, order: OrderRow, refund: Remedy): Promise<void> {
  const { db } = ctx;
  const { itemIds, reason, userId, proposalId } = refund;
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
    actorId: userId,
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
  await settleClaims(ctx, order, REFUND, refund);
  await ctx.events.announce(ctx, 'orderRefunded', {
    ...orderName(order),
    quantity,
    amountMicro,
    isWhole: paidAfter === 0,
  });
  publishBalance(ctx, order.user_id, balanceMicro);
  publishOrder(ctx, order);
  await recordAudit(ctx, {
    action: paths.refundOrder[2],
    subject: `order:${order.order_no}`,
    before: { status: order.status, refunded: order.refunded_quantity },
    after: { status, items: formatItemIds(itemIds), amount: formatMicro(amountMicro), reason },
  });
  crashPoint('refund: before commit');
}
