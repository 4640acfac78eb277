import { requireAction, requireUser } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { getProposal, lockProposal, updateProposal, type ProposalRow } from './approvals.sql.ts';
import { listTiedUsers } from '../users/index.ts';
import { applyProposal } from './apply-proposal.ts';
import { isVisible, visibleTo } from './approvals.present.ts';
import { isGenuine, sealProposal } from './proposal-macs.ts';
import { isSecondPerson, nextState } from './proposal-states.ts';

/**
 * Approves a proposal as the second person: it is applied at once, or after its cooling time, and never later than
 * without the approval. Idempotent for the same person. Refuses the proposer, the beneficiary and anyone tied to the
 * proposer (secondPersonNeeded), and a proposal that is approved, settled or expired (proposalSettled) or that was
 * changed outside the shop (proposalForged).
 */
export async function approveProposal(ctx: Ctx, id: bigint): Promise<ProposalRow> {
  const { userId } = requireUser(ctx.actor);
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    const row = await lockProposal(db, id);
    if (!row || !isVisible(row, visibleTo(requireUser(step.actor)))) return refuse('notFound');
    requireAction(step.actor, row.action);
    if (row.approved_by === userId) return getProposal(db, id);
    // What this person saw must be what was proposed, since from here on it has a MAC again.
    if (row.settled_at === null && !(await isGenuine(step, row))) refuse('proposalForged');
    if (!isSecondPerson(row, userId, await listTiedUsers(step, userId))) refuse('secondPersonNeeded');
    const now = clock.now();
    if (row.expires_at <= now) refuse('proposalSettled', 'expired');
    if (row.approved_at !== null) refuse('proposalSettled', 'approved');
    const coolsMs = Number(row.cools_ms);
    const changed = await updateProposal(db, id, {
      state: nextState(row.state, coolsMs === 0 ? 'approve' : 'cool'),
      approved_by: userId,
      approved_at: now,
      due_at: new Date(Math.min(now.getTime() + coolsMs, row.due_at?.getTime() ?? Infinity)),
    });
    const approved = await sealProposal(step, changed);
    const { state, terms } = approved;
    const after = { kind: row.kind, on: row.subject, terms, state };
    const note = { action: 'proposal.approve', subject: `proposal:${id}`, after } as const;
    const record = () => recordAudit(step, note);
    await (state === 'approved' ? applyProposal(step, approved, record) : record());
    return getProposal(db, id);
  });
}
