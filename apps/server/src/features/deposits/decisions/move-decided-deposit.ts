import { recordAudit } from '../../../platform/audit/record-audit.ts';
import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { canMoveDeposit, type DepositState } from '../deposit-states.ts';
import { lockDeposit, moveDeposit, type DepositRow } from '../deposits.sql.ts';

/**
 * Moves a deposit to the state two people decided on; answers the row as it was before. Refuses an unknown
 * deposit (notFound) and one that has moved on (depositTaken).
 */
export async function moveDecidedDeposit(
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
export const auditDecision = (
  ctx: Ctx,
  deposit: DepositRow,
  to: DepositState,
  proposalId: bigint,
): Promise<void> =>
  recordAudit(ctx, {
    action: 'deposit.assign',
    subject: `deposit:${deposit.id}`,
    before: { state: deposit.state },
    after: { state: to, proposal: proposalId },
  });
