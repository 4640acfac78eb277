import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { Approved } from '../../approvals/index.ts';
import { debitReversedDeposit, publishBalance, readAvailableMicro } from '../../ledger/index.ts';
import { freezeDebtor, lockUser } from '../../users/index.ts';
import { creditDeposits } from '../credit-deposits.ts';
import { canMoveDeposit, type DepositState } from '../deposit-states.ts';
import { lockDeposit, moveDeposit, type DepositRow } from '../deposits.sql.ts';
import { settleSweeps } from '../following/sweeps.sql.ts';
import type { AssignmentTerms, DepositTerms } from './decisions.ts';

/**
 * Credits an unmatched, held or small deposit to the user of the approved proposal. Announces `depositsCredited`. Refuses a
 * user whose profile was closed since (userDoesNotExist).
 */
export const applyAssignment = (ctx: Ctx, approved: Approved<AssignmentTerms>): Promise<void> =>
  decide(ctx, approved, 'credited', async (step, deposit) => {
    const { user_id, order_id } = approved.terms;
    const userId = BigInt(user_id);
    if ((await lockUser(step.db, userId))?.status === 'closed') refuse('userDoesNotExist', 'closed');
    await creditDeposits(step, [deposit], userId, { by: 'admins', orderId: order_id ?? null });
  });

/** Rejects a deposit: it is credited to nobody and its coins stay on their ledger account, for a manual return. */
export const applyRejection = (ctx: Ctx, approved: Approved<DepositTerms>): Promise<void> =>
  decide(ctx, approved, 'rejected', async (step, deposit) => {
    await moveDeposit(step.db, deposit.id, { from: deposit.state, to: 'rejected', by: 'admins' });
    await step.events.announce(step, 'depositRejected', { deposit });
  });

/** Reverses a credited deposit. A user who has already spent it is left with a debt and is frozen. */
export const applyReversal = (ctx: Ctx, approved: Approved<DepositTerms>): Promise<void> =>
  decide(ctx, approved, 'reversed', async (step, deposit) => {
    const { id: depositId, state: from, network, amount_micro: amountMicro } = deposit;
    const userId = deposit.user_id!;
    await moveDeposit(step.db, depositId, { from, to: 'reversed', by: 'admins' }, userId);
    if (deposit.owner_id !== null) await settleSweeps(step.db, deposit.chain_id, [deposit.to_address]);
    const { debtMicro } = await debitReversedDeposit(step, { depositId, userId, network, amountMicro });
    if (debtMicro > 0n) await freezeDebtor(step, userId);
    await step.events.announce(step, 'depositReversed', { deposit });
    publishBalance(step, userId, await readAvailableMicro(step.db, userId));
  });

/**
 * Carries out what two people decided on a deposit, in one transaction with its audit entry. Refuses an unknown deposit
 * (notFound), one that has moved on (depositTaken), and to credit one that its chain may have lost (paymentNotSeen).
 */
const decide = (
  ctx: Ctx,
  { proposalId, terms }: Approved<DepositTerms>,
  to: DepositState,
  apply: (step: Ctx, deposit: DepositRow) => Promise<void>,
): Promise<void> =>
  inTransaction(ctx, async (step) => {
    const deposit = (await lockDeposit(step.db, BigInt(terms.deposit_id))) ?? refuse('notFound');
    if (!canMoveDeposit(deposit.state, to, 'admins')) refuse('depositTaken', deposit.state);
    if (to === 'credited' && !deposit.is_confirmed) refuse('paymentNotSeen', 'its chain may have lost it');
    await apply(step, deposit);
    // Last: from the audit entry to the commit, other admins' audited actions wait.
    await recordAudit(step, {
      action: 'deposit.assign',
      subject: `deposit:${deposit.id}`,
      before: { state: deposit.state },
      after: { state: to, proposal: proposalId },
    });
  });
