import { systemActor } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { openSavepoint } from '../../platform/db/savepoint.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isHolder } from '../users/index.ts';
import type { ProposalKind } from './approvals.events.ts';
import { updateProposal, type ProposalRow } from './approvals.sql.ts';
import { nextState } from './proposal-states.ts';

/**
 * Makes the change of a locked proposal that is due: announces the event that its kind names, as the shop
 * itself. A refusal of the change, or a party that lost the permission meanwhile, makes the proposal fail
 * and leaves nothing else behind. The step that led here is written down (`recordStep`) when the change has taken
 * its locks: an order or a refund may hold one of them and wait for the audit log.
 */
export async function carryOut(
  ctx: Ctx,
  row: ProposalRow,
  recordStep: () => Promise<void> = async () => {},
): Promise<void> {
  await inTransaction({ ...ctx, actor: systemActor(`proposal ${row.id}`) }, async (step) => {
    const failure = await tryToApply(step, row);
    const state = nextState(row.state, failure === null ? 'apply' : 'fail');
    await updateProposal(step.db, row.id, {
      state,
      settled_at: step.clock.now(),
      outcome: failure ?? '',
    });
    await recordStep();
    const after = { kind: row.kind, on: row.subject, terms: row.terms, state, failure };
    await recordAudit(step, { action: 'proposal.settle', subject: `proposal:${row.id}`, after });
  });
}

/** Why it cannot be done; null when it is done. */
async function tryToApply(ctx: Ctx, row: ProposalRow): Promise<string | null> {
  for (const party of [row.proposed_by, row.approved_by]) {
    const isAllowed = party === null || (await isHolder(ctx.db, row.action, party));
    if (!isAllowed) return 'who proposed or approved it may no longer do so';
  }
  const savepoint = await openSavepoint(ctx.db);
  try {
    const kind = row.kind as ProposalKind;
    await ctx.events.announce(ctx, kind, { proposalId: row.id, terms: row.terms } as never);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await savepoint.rollBack();
    return error.message;
  }
}
