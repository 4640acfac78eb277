import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { Approved } from '../../approvals/index.ts';
import { findOrderByNo, lockOrder } from '../orders.sql.ts';
import { findSoldItems } from '../sold-items.sql.ts';
import { applyReplacement } from './apply-replacement.ts';
import { parseItemIds } from './item-ids.ts';
import type { RemedyTerms } from './remedy-terms.ts';
import { selectItems } from './select-items.ts';

/** Makes a replacement that a second person approved. Refuses where its items were settled meanwhile (itemSettled). */
export async function onReplacementApproved(
  ctx: Ctx,
  { proposalId, terms }: Approved<RemedyTerms>,
): Promise<void> {
  await inTransaction(ctx, async (step) => {
    const { id } = (await findOrderByNo(step.db, terms.order_no)) ?? refuse('notFound');
    const order = await lockOrder(step.db, id);
    const selection = { itemIds: parseItemIds(terms.items) };
    const itemIds = selectItems(await findSoldItems(step.db, id), selection, 'replaced');
    if (itemIds.length === 0) refuse('itemSettled');
    const replacedBy = BigInt(terms.proposed_by);
    await applyReplacement(step, order, { itemIds, reason: terms.reason, replacedBy, proposalId });
  });
}
