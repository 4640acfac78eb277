import { inTransaction, type Ctx } from '../../../platform/context.ts';
import type { Approved } from '../../approvals/index.ts';
import { auditDecision, decideOn } from './decide-on.ts';
import type { DepositTerms } from './decisions.events.ts';

/** A deposit is credited to nobody; its coins stay booked where they are, for the operator to send back. */
export async function applyRejection(ctx: Ctx, { proposalId, terms }: Approved<DepositTerms>): Promise<void> {
  await inTransaction(ctx, async (step) => {
    const deposit = await decideOn(step, terms.deposit_id, 'rejected', () => null);
    await step.events.announce(step, 'depositRejected', { deposit });
    await auditDecision(step, deposit, 'rejected', proposalId);
  });
}
