import { inTransaction, type Ctx } from '../../platform/context.ts';
import { listDue, lockProposal, updateProposal } from './approvals.sql.ts';
import { carryOut } from './carry-out.ts';
import { nextState } from './proposal-states.ts';

/**
 * Makes the changes whose time has come, one after another in their order, and closes proposals that nobody
 * approved in time. One that breaks does not keep the others.
 */
export async function carryOutDueProposals(ctx: Ctx): Promise<{ more: boolean }> {
  const due = await listDue(ctx.db, ctx.clock.now());
  const failures: unknown[] = [];
  for (const id of due) await settle(ctx, id).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'proposals could not be carried out');
  return { more: false };
}

/** Another process, or an admin, may have been there first. */
async function settle(ctx: Ctx, id: bigint): Promise<void> {
  await inTransaction(ctx, async (step) => {
    const row = await lockProposal(step.db, id);
    const now = step.clock.now();
    if (!row || row.settled_at !== null) return;
    if (row.due_at !== null) {
      if (row.due_at <= now) await carryOut(step, row);
    } else if (row.expires_at <= now) {
      await updateProposal(step.db, id, { state: nextState(row.state, 'expire'), settled_at: now });
    }
  });
}
