import { inTransaction, type Ctx } from '../../../platform/context.ts';
import type { Approved } from '../../approvals/index.ts';
import { auditDecision, moveDecidedDeposit } from './move-decided-deposit.ts';
import type { DepositTerms } from './deposit-terms.ts';

/** Rejects a deposit: it is credited to nobody and its coins stay on their ledger account, for a manual return. */
export async function applyRejection(ctx: Ctx, { proposalId, terms }: Approved<DepositTerms>): Promise<void> {
  await inTransaction(ctx, async (step) => {
    const deposit = await moveDecidedDeposit(step, terms.deposit_id, 'rejected', () => null);
    await step.events.announce(step, 'depositRejected', { deposit });
    await auditDecision(step, deposit, 'rejected', proposalId);
  });
}
