import { requireUser } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { propose, type ProposalRow } from '../../approvals/index.ts';
import type { OrderRow } from '../orders.sql.ts';
import { termsOfRemedy } from './remedy-terms.ts';

type Remedy = {
  readonly kind: 'refundApproved' | 'replacementApproved';
  /** The permission that proposer and approver need. */
  readonly action: 'order.refund' | 'claim.settle';
  readonly itemIds: readonly bigint[];
  readonly reason: string;
};

/** Proposes to refund or replace items of an order, to the benefit of its buyer. */
export function proposeRemedy(
  ctx: Ctx,
  order: OrderRow,
  { kind, action, itemIds, reason }: Remedy,
): Promise<ProposalRow> {
  const { userId } = requireUser(ctx.actor);
  return propose(ctx, {
    kind,
    subject: `order:${order.order_no}`,
    terms: termsOfRemedy(order, itemIds, { reason, proposedBy: userId }),
    reason,
    action,
    beneficiaryId: order.user_id,
  });
}
