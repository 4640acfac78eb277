import { formatBalance } from '@portside/contract';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import type { Approved } from '../../approvals/index.ts';
import { creditDeposit, releaseDeposit } from '../../ledger/index.ts';
import { announceCredited } from '../announce-credited.ts';
import { auditDecision, moveDecidedDeposit } from './move-decided-deposit.ts';
import type { AssignmentTerms } from './deposit-terms.ts';

/**
 * Credits an unmatched or held deposit to the user of the approved proposal. Refuses a deposit that has moved on
 * (depositTaken). Announces `depositCredited`, then `depositAssigned`.
 */
export async function applyAssignment(
  ctx: Ctx,
  { proposalId, terms }: Approved<AssignmentTerms>,
): Promise<void> {
  const userId = BigInt(terms.user_id);
  await inTransaction(ctx, async (step) => {
    const deposit = await moveDecidedDeposit(step, terms.deposit_id, 'credited', () => userId);
    const coins = { depositId: deposit.id, userId, amountMicro: deposit.amount_micro };
    const { balanceMicro } = await (deposit.state === 'held'
      ? releaseDeposit(step, coins)
      : creditDeposit(step, coins));
    await announceCredited(step, deposit, userId);
    await step.events.announce(step, 'depositAssigned', { deposit, userId, orderId: terms.order_id ?? null });
    const balance = formatBalance(balanceMicro);
    step.live.publish({ to: userId, name: 'balance', data: { balance } });
    await auditDecision(step, deposit, 'credited', proposalId);
  });
}
