import type { Input, Proposal } from '@portside/contract';
import { requireAction, requireUser } from '../../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { presentProposal, propose } from '../../approvals/index.ts';
import { findUserByUsername } from '../../users/index.ts';
import { canMoveDeposit } from '../deposit-states.ts';
import { findDeposit, type DepositRow } from '../deposits.sql.ts';
import type { CreditCandidate, FindCandidates } from './candidates.ts';
import { readSingleLimits } from './may-assign-alone.ts';
import { ACTION, shared, termsOf, type Keyed } from './propose-decision.ts';
import { insertSingleAssignment, lockSingleAssignmentsOf } from './single-assignments.sql.ts';

type Assignment = Input<'assignDeposit'> & Keyed;

/**
 * Credits an unmatched or held deposit to a user, and closes the top-up that it belongs to: at once where
 * `readSingleLimits` allows one admin to, otherwise as a proposal for a second person. A repeated call answers the same
 * proposal. Refuses an unknown or closed user (userDoesNotExist), an unknown deposit (notFound), one in another state
 * (depositTaken), and a top-up that is no candidate of this user (dataDoesNotExist).
 */
export async function assignDeposit(
  ctx: Ctx,
  { params, body, idempotencyKey }: Assignment,
  findCandidates: FindCandidates,
): Promise<Proposal> {
  requireAction(ctx.actor, ACTION);
  const { userId: adminId } = requireUser(ctx.actor);
  return inTransaction(ctx, async (step) => {
    const deposit = (await findDeposit(step.db, BigInt(params.id))) ?? refuse('notFound');
    const user = (await findUserByUsername(step.db, body.username)) ?? refuse('userDoesNotExist');
    if (user.status === 'closed') refuse('userDoesNotExist', 'closed');
    await lockSingleAssignmentsOf(step.db, adminId);
    const candidates = deposit.state === 'unmatched' ? await findCandidates(step, deposit) : [];
    const mayAlone = await readSingleLimits(step, deposit, candidates);
    const own = ownCandidate(candidates, user.id, body.order_id);
    const isAlone = own !== undefined && mayAlone(own);
    const row = await propose(step, {
      ...shared(deposit, body.reason, idempotencyKey),
      kind: 'depositAssignmentApproved',
      terms: {
        ...termsOf(deposit),
        user_id: user.id.toString(),
        username: user.username,
        order_id: body.order_id ?? null,
      },
      beneficiaryId: user.id,
      isWithinLimit: isAlone,
      requirePossible: async () => requireAssignable(deposit, body.order_id, own),
    });
    if (isAlone && row.state === 'applied') {
      const { id: deposit_id, amount_micro } = deposit;
      const assigned = { deposit_id, amount_micro, admin_id: adminId, assigned_at: step.clock.now() };
      await insertSingleAssignment(step.db, assigned);
    }
    return presentProposal(row, ctx.actor);
  });
}

const ownCandidate = (
  candidates: readonly CreditCandidate[],
  userId: bigint,
  orderId: string | undefined,
): CreditCandidate | undefined =>
  candidates.find((one) => one.userId === userId && (orderId === undefined || one.orderId === orderId));

function requireAssignable(
  { state }: DepositRow,
  orderId: string | undefined,
  own: CreditCandidate | undefined,
): void {
  if (!canMoveDeposit(state, 'credited', 'admins')) refuse('depositTaken', state);
  if (orderId !== undefined && own === undefined) refuse('dataDoesNotExist', 'no candidate of this user');
}
