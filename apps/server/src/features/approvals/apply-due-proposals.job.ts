import { inTransaction, type Ctx } from '../../platform/context.ts';
import { listDue, lockProposal, updateProposal } from './approvals.sql.ts';
import { applyProposal } from './apply-proposal.ts';
import { nextState } from './proposal-states.ts';

/**
 * Applies the proposals that are due, in order, and expires those that no one approved in time. An error in one does
 * not stop the others; all errors are thrown together at the end.
 */
export async function applyDueProposals(ctx: Ctx): Promise<{ more: boolean }> {
  const due = await listDue(ctx.db, ctx.clock.now());
  const failures: unknown[] = [];
  for (const id of due) await settle(ctx, id).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'proposals could not be applied');
  return { more: false };
}

/** Does nothing where another process, or an admin, settled it first. */
async function settle(ctx: Ctx, id: bigint): Promise<void> {
  await inTransaction(ctx, async (step) => {
    const row = await lockProposal(step.db, id);
    const now = step.clock.now();
    if (!row || row.settled_at !== null) return;
    if (row.due_at !== null) {
      if (row.due_at <= now) await applyProposal(step, row);
    } else if (row.expires_at <= now) {
      await updateProposal(step.db, id, { state: nextState(row.state, 'expire'), settled_at: now });
    }
  });
}
