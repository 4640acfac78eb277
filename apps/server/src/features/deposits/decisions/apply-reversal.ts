import { formatBalance } from '@portside/contract';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import type { Approved } from '../../approvals/index.ts';
import { readAvailableMicro, debitReversedDeposit } from '../../ledger/index.ts';
import { freezeDebtor } from '../../users/index.ts';
import { settleSweeps } from '../following/sweeps.sql.ts';
import { auditDecision, moveDecidedDeposit } from './move-decided-deposit.ts';
import type { DepositTerms } from './deposit-terms.ts';

/** Reverses a credited deposit. A user who has already spent it is left with a debt and is frozen. */
export async function applyReversal(ctx: Ctx, { proposalId, terms }: Approved<DepositTerms>): Promise<void> {
  await inTransaction(ctx, async (step) => {
    const deposit = await moveDecidedDeposit(step, terms.deposit_id, 'reversed', ({ user_id }) => user_id);
    const { id: depositId, network, amount_micro: amountMicro } = deposit;
    const userId = deposit.user_id!;
    if (deposit.owner_id !== null) await settleSweeps(step.db, deposit.chain_id, [deposit.to_address]);
    const { debtMicro } = await debitReversedDeposit(step, { depositId, userId, network, amountMicro });
    if (debtMicro > 0n) await freezeDebtor(step, userId);
    await step.events.announce(step, 'depositReversed', { deposit });
    const balance = formatBalance(await readAvailableMicro(step.db, userId));
    step.live.publish({ to: userId, name: 'balance', data: { balance } });
    await auditDecision(step, deposit, 'reversed', proposalId);
  });
}
