import { paths, type Data, type Input, formatBalance, formatMicro } from '@portside/contract';
import { requireUser } from '../../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { findSoldItems, insertRemediedItems } from '../sold-items.sql.ts';
import {
  needsApproval,
  proposeRemedy,
  type RemedyTerms,
  parseItemIds,
  formatItemIds,
  presentRemedy,
} from './remedy-approval.ts';
import { parseItemSelection, selectItems } from './select-items.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { Approved } from '../../approvals/index.ts';
import { findUser } from '../../users/index.ts';
import { findOrderByNo, lockOrder, type OrderRow, updateOrder } from '../orders.sql.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { dropQueuedMails } from '../../../platform/mail/outbox.sql.ts';
import { recordRefund, reverseCommission } from '../../ledger/index.ts';
import { DELIVERY_MAIL } from '../delivery/queue-delivery.ts';
import { orderName } from '../orders.present.ts';
import { nextStatus } from '../order-states.ts';
import { recordTimelineEntry } from '../order-timeline.sql.ts';
import { publishWarrantyClaims } from './warranty-claims.ts';
import { settleRemediedWarrantyClaims } from './warranty-claims.sql.ts';

/**
 * Refunds items of an order to its buyer's balance: those of a claim, those named, or all that are left. A repeated
 * call changes nothing and answers the same. It may need a second person's approval (`needsApproval`). Refuses items
 * that were replaced (itemSettled).
 */
export async function refundOrder(
  ctx: Ctx,
  { params, body }: Input<'refundOrder'>,
): Promise<Data<'refundOrder'>> {
  const answer = await inTransaction(ctx, async (step) => {
    const order = await lockOrderToRefund(step, params.order_no);
    const itemIds = selectItems(await findSoldItems(step.db, order.id), parseItemSelection(body), 'refunded');
    if (itemIds.length === 0) return presentRemedy(step, order, null);
    const remedy = { itemIds, reason: body.reason };
    if (await needsApproval(step, order, itemIds.length)) {
      const proposal = await proposeRemedy(step, order, {
        ...remedy,
        kind: 'refundApproved',
        action: paths.refundOrder[2],
      });
      return presentRemedy(step, order, proposal);
    }
    const { userId } = requireUser(step.actor);
    await applyRefund(step, order, { ...remedy, refundedBy: userId, proposalId: null });
    return presentRemedy(step, order, null);
  });
  crashPoint('refund: after commit');
  return answer;
}

/** Applies a refund that a second person approved. Refuses where its items were settled meanwhile (itemSettled). */
export async function onRefundApproved(
  ctx: Ctx,
  { proposalId, terms }: Approved<RemedyTerms>,
): Promise<void> {
  await inTransaction(ctx, async (step) => {
    const order = await lockOrderToRefund(step, terms.order_no);
    const selection = { itemIds: parseItemIds(terms.items) };
    const itemIds = selectItems(await findSoldItems(step.db, order.id), selection, 'refunded');
    if (itemIds.length === 0) refuse('itemSettled');
    const refundedBy = BigInt(terms.proposed_by);
    await applyRefund(step, order, { itemIds, reason: terms.reason, refundedBy, proposalId });
  });
}

/** Refuses an unknown order (notFound), and one whose buyer's profile is closed (userDoesNotExist). */
async function lockOrderToRefund({ db }: Ctx, orderNo: string): Promise<OrderRow> {
  const { id, user_id } = (await findOrderByNo(db, orderNo)) ?? refuse('notFound');
  const order = await lockOrder(db, id);
  if ((await findUser(db, user_id))?.status === 'closed') refuse('userDoesNotExist', 'closed');
  return order;
}

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
async function applyRefund(ctx: Ctx, order: OrderRow, refund: Refund): Promise<void> {
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
