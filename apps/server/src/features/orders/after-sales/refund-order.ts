import { formatMicro, paths, type Data, type Input } from '@portside/contract';
import { shareOf } from '@portside/contract/wire/quote';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { dropQueuedMails } from '../../../platform/mail/outbox.sql.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { Approved } from '../../approvals/index.ts';
import { takeBackAgentSale } from '../../agents/index.ts';
import { publishBalance, recordRefund, reverseCommission } from '../../ledger/index.ts';
import { notify, type Told } from '../../notices/index.ts';
import { findUser } from '../../users/index.ts';
import { nextStatus } from '../order-states.ts';
import { recordTimelineEntry } from '../order-timeline.sql.ts';
import { orderName, publishOrder } from '../orders.present.ts';
import { DELIVERY_MAIL, lockOrderByNo, updateOrder, type OrderRow } from '../orders.sql.ts';
import { insertRemediedItems } from '../sold-items.sql.ts';
import {
  formatItemIds,
  presentRemedied,
  proposeIfNeeded,
  readApprovedRemedy,
  readRemedy,
  readShopRemedy,
  settleClaims,
  type Remedy,
  type RemedyTerms,
  type ShopRemedy,
} from './remedies.ts';

const REFUND = { kind: 'refundApproved', action: paths.refundOrder[2] } as const;

/**
 * Refunds items of an order to its buyer's balance: those of a claim, those named, or all that are left. A repeated
 * call changes nothing and answers the same. It may need a second person's approval. Refuses an unknown order
 * (notFound), one whose buyer's profile is closed (userDoesNotExist), and items that were replaced (itemSettled).
 */
export async function refundOrder(
  ctx: Ctx,
  { params, body }: Input<'refundOrder'>,
): Promise<Data<'refundOrder'>> {
  const answer = await inTransaction(ctx, async (step) => {
    const order = await lockOrderToRefund(step, params.order_no);
    const refund = await readRemedy(step, order, 'refunded', body);
    const proposal = refund && (await proposeIfNeeded(step, order, REFUND, refund));
    if (refund && !proposal) await applyRefund(step, order, refund);
    return presentRemedied(step, order, proposal);
  });
  crashPoint('refund: after commit');
  return answer;
}

/** Applies a refund that a second person approved. Refuses items that were settled in the meantime (itemSettled). */
export const onRefundApproved = (ctx: Ctx, approved: Approved<RemedyTerms>): Promise<void> =>
  inTransaction(ctx, async (step) => {
    const order = await lockOrderToRefund(step, approved.terms.order_no);
    await applyRefund(step, order, await readApprovedRemedy(step, order, 'refunded', approved));
  });

/** Refunds accounts of a claim without anybody; false where it would be too much (`readShopRemedy`). */
export const refundByShop = (ctx: Ctx, orderNo: string, wanted: ShopRemedy): Promise<boolean> =>
  inTransaction(ctx, async (step) => {
    const order = await lockOrderToRefund(step, orderNo);
    const refund = await readShopRemedy(step, order, 'refunded', wanted);
    if (refund) await applyRefund(step, order, refund);
    return refund !== null;
  });

async function lockOrderToRefund({ db }: Ctx, orderNo: string): Promise<OrderRow> {
  const order = (await lockOrderByNo(db, orderNo)) ?? refuse('notFound');
  if ((await findUser(db, order.user_id))?.status === 'closed') refuse('userDoesNotExist', 'closed');
  return order;
}

/**
 * Pays the items back at what they cost in this order (`shareOf`), reverses the agent's share of the commission, and settles the
 * claims that this completes.
 */
async function applyRefund(ctx: Ctx, order: OrderRow, refund: Remedy): Promise<void> {
  const { db } = ctx;
  const { itemIds, reason, userId, proposalId } = refund;
  const quantity = itemIds.length;
  const { total_micro: totalMicro, refunded_quantity: refunded } = order;
  const amountMicro = shareOf(totalMicro, order.quantity, quantity, refunded);
  const isWhole = refunded + quantity === order.quantity;
  const status = nextStatus(order.status, isWhole ? 'fullyRefunded' : 'partlyRefunded');
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
  await updateOrder(db, order.id, { status, refunded_quantity: refunded + quantity });
  crashPoint('refund: written');
  const { balanceMicro } = await recordRefund(ctx, { timelineId, userId: order.user_id, amountMicro });
  crashPoint('refund: paid');
  const leftMicro = totalMicro - shareOf(totalMicro, order.quantity, refunded);
  const paid = { totalMicro, beforeMicro: leftMicro, afterMicro: leftMicro - amountMicro };
  const earner = await reverseCommission(ctx, { timelineId, orderId: order.id, ...paid });
  await takeBackAgentSale(ctx, { order, account: earner?.account, amountMicro });
  // Nothing is left to deliver.
  if (isWhole) await dropQueuedMails(db, { kind: DELIVERY_MAIL, reference: order.id });
  await settleClaims(ctx, order, 'refunded', refund);
  await ctx.events.announce(ctx, 'orderRefunded', {
    ...orderName(order),
    quantity,
    amountMicro,
    isWhole,
  });
  await notify(ctx, { userId: order.user_id, event: 'orderRefunded', reference: timelineId });
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

/** What tells the buyer of a refund in the order's timeline, with what the shop says to it. */
export async function readRefunded({ db }: Ctx, timelineId: bigint): Promise<Told | null> {
  const refund = await db
    .selectFrom('order_timeline')
    .innerJoin('orders', 'orders.id', 'order_timeline.order_id')
    .select(['order_no', 'user_id', 'order_timeline.quantity', 'amount_micro', 'note'])
    .where('order_timeline.id', '=', timelineId)
    .executeTakeFirst();
  if (!refund) return null;
  const facts = {
    orderNo: refund.order_no,
    accounts: refund.quantity!,
    amount: formatMicro(refund.amount_micro!),
    answer: refund.note,
  };
  return { userId: refund.user_id, event: 'orderRefunded', facts, path: `/order/${refund.order_no}` };
}
