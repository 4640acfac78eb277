import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { Approved } from '../../approvals/index.ts';
import { findSoldItems } from '../sold-items.sql.ts';
import { applyRefund } from './apply-refund.ts';
import { parseItemIds } from './item-ids.ts';
import { lockOrderToRefund } from './lock-order-to-refund.ts';
import type { RemedyTerms } from './remedy-terms.ts';
import { selectItems } from './select-items.ts';

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
