import type { Data, Input } from '@portside/contract';
import { requireAction, requireUser } from '../../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { propose } from '../../approvals/index.ts';
import type { OrderRow } from '../orders.sql.ts';
import { findSoldItems } from '../sold-items.sql.ts';
import { applyRefund } from './apply-refund.ts';
import { lockOrderToRefund } from './lock-order-to-refund.ts';
import { needsApproval } from './needs-approval.ts';
import { parseItemSelection } from './parse-item-selection.ts';
import { presentRemedy } from './present-remedy.ts';
import { termsOfRemedy } from './remedy-terms.ts';
import { selectItems } from './select-items.ts';

const ACTION = 'order.refund';

/**
 * Refunds items of an order to its buyer's balance: those of a claim, those named, or all that are left. A repeated
 * call changes nothing and answers the same. It may need a second person's approval (`needsApproval`). Refuses items
 * that were replaced (itemSettled).
 */
export async function refundOrder(
  ctx: Ctx,
  { params, body }: Input<'refundOrder'>,
): Promise<Data<'refundOrder'>> {
  requireAction(ctx.actor, ACTION);
  const answer = await inTransaction(ctx, async (step) => {
    const order = await lockOrderToRefund(step, params.order_no);
    const itemIds = selectItems(await findSoldItems(step.db, order.id), parseItemSelection(body), 'refunded');
    if (itemIds.length === 0) return presentRemedy(step, order, null);
    if (await needsApproval(step, order, itemIds.length)) {
      return presentRemedy(step, order, await proposeRefund(step, order, itemIds, body.reason));
    }
    const { userId } = requireUser(step.actor);
    await applyRefund(step, order, { itemIds, reason: body.reason, refundedBy: userId, proposalId: null });
    return presentRemedy(step, order, null);
  });
  crashPoint('refund: after commit');
  return answer;
}

function proposeRefund(ctx: Ctx, order: OrderRow, itemIds: readonly bigint[], reason: string) {
  const { userId } = requireUser(ctx.actor);
  return propose(ctx, {
    kind: 'refundApproved',
    subject: `order:${order.order_no}`,
    terms: termsOfRemedy(order, itemIds, { reason, proposedBy: userId }),
    reason,
    action: ACTION,
    beneficiaryId: order.user_id,
  });
}
