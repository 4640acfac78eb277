import { requireAdmin, requireUser } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import {
  findOpen,
  getProposal,
  listOpenOfParty,
  lockProposal,
  updateProposal,
  type ProposalRow,
} from './approvals.sql.ts';
import { isVisible, visibleTo } from './approvals.present.ts';
import type { ProposalKind } from './proposal-kinds.ts';
import { nextState } from './proposal-states.ts';

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
