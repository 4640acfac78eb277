import { formatBalance } from '@portside/contract';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import type { Approved } from '../../approvals/index.ts';
import {
  creditDeposit,
  releaseDeposit,
  readAvailableMicro,
  debitReversedDeposit,
} from '../../ledger/index.ts';
import { announceCredited } from '../credit-deposit.ts';
import type { AssignmentTerms, DepositTerms } from './propose-decision.ts';
import { freezeDebtor } from '../../users/index.ts';
import { settleSweeps } from '../following/sweeps.sql.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { refuse } from '../../../platform/refusal.ts';
import { canMoveDeposit, type DepositState } from '../deposit-states.ts';
import { lockDeposit, moveDeposit, type DepositRow } from '../deposits.sql.ts';

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

/** Rejects a deposit: it is credited to nobody and its coins stay on their ledger account, for a manual return. */
export async function applyRejection(ctx: Ctx, { proposalId, terms }: Approved<DepositTerms>): Promise<void> {
  await inTransaction(ctx, async (step) => {
    const deposit = await moveDecidedDeposit(step, terms.deposit_id, 'rejected', () => null);
    await step.events.announce(step, 'depositRejected', { deposit });
    await auditDecision(step, deposit, 'rejected', proposalId);
  });
}

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

/**
 * Moves a deposit to the state two people decided on; answers the row as it was before. Refuses an unknown
 * deposit (notFound) and one that has moved on (depositTaken).
 */
async function moveDecidedDeposit(
  ctx: Ctx,
  id: string,
  to: DepositState,
  userId: (deposit: DepositRow) => bigint | null,
): Promise<DepositRow> {
  const deposit = (await lockDeposit(ctx.db, BigInt(id))) ?? refuse('notFound');
  if (!canMoveDeposit(deposit.state, to, 'admins')) refuse('depositTaken', deposit.state);
  await moveDeposit(ctx.db, deposit.id, { from: deposit.state, to, by: 'admins' }, userId(deposit));
  return deposit;
}

/** Call it last: from the audit entry to the commit, other admins' audited actions wait. */
const auditDecision = (ctx: Ctx, deposit: DepositRow, to: DepositState, proposalId: bigint): Promise<void> =>
  recordAudit(ctx, {
    action: 'deposit.assign',
    subject: `deposit:${deposit.id}`,
    before: { state: deposit.state },
    after: { state: to, proposal: proposalId },
  });
