import { listTiedUsers } from './second-person.sql.ts';
import { requireAction, requireUser, requireAdmin } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import {
  getProposal,
  lockProposal,
  updateProposal,
  type ProposalRow,
  findOpen,
  listOpenOfParty,
  type ProposalKind,
} from './approvals.sql.ts';
import { applyProposal } from './apply-proposal.ts';
import { isVisible, visibleTo } from './list-proposals.ts';
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

/**
 * Stops a change that has not been applied; every admin who sees it can, and its proposer withdraws it the same way.
 * Refuses one that the caller does not see, or that does not exist (notFound).
 */
export async function vetoProposal(ctx: Ctx, id: bigint, reason: string): Promise<ProposalRow> {
  requireAdmin(ctx.actor);
  const reader = requireUser(ctx.actor);
  return inTransaction(ctx, async (step) => {
    const row = await lockProposal(step.db, id);
    if (!row || !isVisible(row, visibleTo(reader))) return refuse('notFound');
    await veto(step, row, reader.userId, reason);
    return getProposal(step.db, id);
  });
}

type Open = { readonly kind: ProposalKind; readonly subject: string; readonly by: bigint | null };

/** Vetoes the open proposal of a kind on a subject, for its user or, with `by` null, the shop. False if there is none. */
export async function vetoOpenProposal(
  ctx: Ctx,
  { kind, subject, by }: Open,
  reason: string,
): Promise<boolean> {
  const open = await findOpen(ctx.db, kind, subject);
  const row = open && (await lockProposal(ctx.db, open.id));
  if (!row || row.settled_at !== null) return false;
  await veto(ctx, row, by, reason);
  return true;
}

/** Vetoes every open proposal that the user made or approved. */
export async function vetoProposalsOf(ctx: Ctx, userId: bigint): Promise<void> {
  await inTransaction(ctx, async (step) => {
    const rows = await listOpenOfParty(step.db, userId);
    for (const row of rows) await veto(step, row, null, 'the credentials of a party have changed');
  });
}

async function veto(ctx: Ctx, row: ProposalRow, by: bigint | null, reason: string): Promise<void> {
  const state = nextState(row.state, 'veto');
  const settled = { state, settled_by: by, settled_at: ctx.clock.now(), outcome: reason };
  await updateProposal(ctx.db, row.id, settled);
  const before = { kind: row.kind, on: row.subject, state: row.state };
  const after = { state, reason };
  await recordAudit(ctx, { action: 'proposal.veto', subject: `proposal:${row.id}`, before, after });
}
