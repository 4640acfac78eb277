import type { Data, Input } from '@portside/contract';
import { requireAction, requireUser } from '../../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { refuse } from '../../../platform/refusal.ts';
import { propose } from '../../approvals/index.ts';
import { findOrderByNo, lockOrder, type OrderRow } from '../orders.sql.ts';
import { findSoldItems } from '../sold-items.sql.ts';
import { applyReplacement, requireReplaceable } from './apply-replacement.ts';
import { needsApproval } from './needs-approval.ts';
import { parseItemSelection } from './parse-item-selection.ts';
import { presentRemedy } from './present-remedy.ts';
import { termsOfRemedy } from './remedy-terms.ts';
import { selectItems } from './select-items.ts';

const ACTION = 'claim.settle';

/**
 * Replaces items of an order by others of the same product and gender, and sends the delivery e-mail again. No money
 * moves, and the replaced items never return to stock. A repeated call changes nothing and answers the same. It may
 * need a second person's approval (`needsApproval`). Refuses items that were refunded (itemSettled), an order whose
 * account data is erased (accountsDeleted), and too little stock (stockTooLow).
 */
export async function replaceItems(
  ctx: Ctx,
  { params, body }: Input<'replaceItems'>,
): Promise<Data<'replaceItems'>> {
  requireAction(ctx.actor, ACTION);
  if (!body.item_ids && body.claim_id === undefined) refuse('missingParameters', 'accounts or a claim');
  const replaced = await inTransaction(ctx, async (step) => {
    const { db } = step;
    const { userId } = requireUser(step.actor);
    const { id } = (await findOrderByNo(db, params.order_no)) ?? refuse('notFound');
    const order = await lockOrder(db, id);
    const itemIds = selectItems(await findSoldItems(db, id), parseItemSelection(body), 'replaced');
    if (itemIds.length === 0) return presentRemedy(step, order, null);
    requireReplaceable(step, order);
    if (await needsApproval(step, order, itemIds.length))
      return presentRemedy(step, order, await proposeReplacement(step, order, itemIds, body.reason));
    const replacement = { itemIds, reason: body.reason, replacedBy: userId, proposalId: null };
    await applyReplacement(step, order, replacement);
    return presentRemedy(step, order, null);
  });
  crashPoint('replacement: after commit');
  return replaced;
}

function proposeReplacement(ctx: Ctx, order: OrderRow, itemIds: readonly bigint[], reason: string) {
  const { userId } = requireUser(ctx.actor);
  return propose(ctx, {
    kind: 'replacementApproved',
    subject: `order:${order.order_no}`,
    terms: termsOfRemedy(order, itemIds, { reason, proposedBy: userId }),
    reason,
    action: ACTION,
    beneficiaryId: order.user_id,
  });
}
