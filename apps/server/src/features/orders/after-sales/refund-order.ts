import { formatMicro, type Data, type Input } from '@portside/contract';
import { requireAction, requireUser } from '../../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { presentProposal, propose } from '../../approvals/index.ts';
import { readSetting } from '../../settings/index.ts';
import { presentAdminOrders } from '../admin-orders.present.ts';
import { lockRefundsOf, sumUnapprovedRefunds } from '../order-timeline.sql.ts';
import { lockOrder, type OrderRow } from '../orders.sql.ts';
import { findSoldItems } from '../sold-items.sql.ts';
import { applyRefund } from './apply-refund.ts';
import { formatItemIds } from './item-ids.ts';
import { lockOrderToRefund } from './lock-order-to-refund.ts';
import { parseItemSelection } from './parse-item-selection.ts';
import { selectItems } from './select-items.ts';

const ACTION = 'order.refund';
const DAY_MS = 24 * 3_600_000;

/**
 * Refunds items of an order to its buyer's balance: those of a claim, those named, or all that are left. A repeated
 * call changes nothing and answers the same. A refund of an own order needs a second person's approval, and so does
 * one above a setting, counted together with what was refunded of the order before, or with what the same admin
 * refunded without approval within 24 hours. Refuses items that were replaced (itemSettled).
 */
export async function refundOrder(
  ctx: Ctx,
  { params, body }: Input<'refundOrder'>,
): Promise<Data<'refundOrder'>> {
  requireAction(ctx.actor, ACTION);
  const answer = await inTransaction(ctx, async (step) => {
    const order = await lockOrderToRefund(step, params.order_no);
    const itemIds = selectItems(await findSoldItems(step.db, order.id), parseItemSelection(body), 'refunded');
    if (itemIds.length === 0) return present(step, order, null);
    if (await needsApproval(step, order, itemIds.length)) {
      return present(step, order, await proposeRefund(step, order, itemIds, body.reason));
    }
    const { userId } = requireUser(step.actor);
    await applyRefund(step, order, { itemIds, reason: body.reason, refundedBy: userId, proposalId: null });
    return present(step, order, null);
  });
  crashPoint('refund: after commit');
  return answer;
}

async function needsApproval(ctx: Ctx, order: OrderRow, quantity: number): Promise<boolean> {
  const { db, clock } = ctx;
  const { userId } = requireUser(ctx.actor);
  if (order.user_id === userId) return true;
  const priceOf = (items: number) => order.unit_price_micro * BigInt(items);
  const aboveMicro = await readSetting(db, 'refundApprovalAboveMicro');
  if (priceOf(order.refunded_quantity + quantity) > aboveMicro) return true;
  await lockRefundsOf(db, userId);
  const earlierMicro = await sumUnapprovedRefunds(db, userId, new Date(clock.now().getTime() - DAY_MS));
  return earlierMicro + priceOf(quantity) > aboveMicro;
}

function proposeRefund(ctx: Ctx, order: OrderRow, itemIds: readonly bigint[], reason: string) {
  const { userId } = requireUser(ctx.actor);
  return propose(ctx, {
    kind: 'refundApproved',
    subject: `order:${order.order_no}`,
    terms: {
      order_no: order.order_no,
      accounts: itemIds.length,
      amount: formatMicro(order.unit_price_micro * BigInt(itemIds.length)),
      items: formatItemIds(itemIds),
      reason,
      proposed_by: userId.toString(),
    },
    reason,
    action: ACTION,
    beneficiaryId: order.user_id,
  });
}

async function present(
  { db, language, actor }: Ctx,
  { id }: OrderRow,
  proposal: Awaited<ReturnType<typeof propose>> | null,
): Promise<Data<'refundOrder'>> {
  const [order] = await presentAdminOrders(db, [await lockOrder(db, id)], language);
  return { order: order!, proposal: proposal && presentProposal(proposal, actor) };
}
