import { isPermissionHolder } from './second-person.sql.ts';
import { wording } from '@portside/contract/wire/error-wording';
import { systemActor } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { openSavepoint } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import {
  type ProposalKind,
  updateProposal,
  type ProposalRow,
  listDue,
  lockProposal,
} from './approvals.sql.ts';
import { isGenuine } from './proposal-macs.ts';
import { nextState } from './proposal-states.ts';

/**
 * Applies a locked proposal that is due: announces the event that its kind names, as the system. If the change is
 * refused, or a party has lost the permission meanwhile, the proposal fails and nothing else is written; so does one that
 * was written outside the shop (`isGenuine`), with an alarm.
 * `recordStep` writes the audit entry of what led here, after the change has taken its locks: an order or a refund
 * may hold one of them while it waits for the audit log. A kind that nobody here listens to is left as it is: a process
 * of another version knows it, and applies it when it is due.
 */
export async function applyProposal(
  ctx: Ctx,
  row: ProposalRow,
  recordStep: () => Promise<void> = async () => {},
): Promise<void> {
  if (!ctx.events.hasListener(row.kind as ProposalKind)) return recordStep();
  await inTransaction({ ...ctx, actor: systemActor(`proposal ${row.id}`) }, async (step) => {
    const isForged = !(await isGenuine(step, row));
    const failure = isForged ? wording.proposalForged : await tryApply(step, row);
    if (failure !== null) await settle(step, row, 'fail', failure);
    await recordStep();
    const after = {
      kind: row.kind,
      on: row.subject,
      terms: row.terms,
      state: nextState(row.state, failure === null ? 'apply' : 'fail'),
      failure,
      ...(isForged && { forged: true }),
    };
    await recordAudit(step, { action: 'proposal.settle', subject: `proposal:${row.id}`, after });
  });
}

async function settle(
  { db, clock }: Ctx,
  row: ProposalRow,
  step: 'apply' | 'fail',
  outcome = '',
): Promise<void> {
  const state = nextState(row.state, step);
  await updateProposal(db, row.id, { state, settled_at: clock.now(), outcome });
}

/**
 * Why the change failed; null if it was applied. The proposal's state says so first: if it resets the second factor of
 * the person who approved it, every other open proposal of theirs is vetoed, but not this one.
 */
async function tryApply(ctx: Ctx, row: ProposalRow): Promise<string | null> {
  // A proposal without an approver needed none: its MAC covers that.
  const parties = row.approved_at === null ? [row.proposed_by] : [row.proposed_by, row.approved_by];
  for (const party of parties) {
    if (party === null || !(await isPermissionHolder(ctx.db, row.action, party)))
      return 'who proposed or approved it may no longer do so';
  }
  const savepoint = await openSavepoint(ctx.db);
  try {
    const kind = row.kind as ProposalKind;
    await settle(ctx, row, 'apply');
    await ctx.events.announce(ctx, kind, { proposalId: row.id, terms: row.terms } as never);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await savepoint.rollBack();
    return error.message;
  }
}

/**
 * Applies the proposals that are due, in order, and expires those that no one approved in time. An error in one does
 * not stop the others; all errors are thrown together at the end.
 */
export async function applyDueProposals(ctx: Ctx): Promise<{ more: boolean }> {
  const due = await listDue(ctx.db, ctx.clock.now());
  const failures: unknown[] = [];
  for (const id of due) await settleDue(ctx, id).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'proposals could not be applied');
  return { more: false };
}

/** Does nothing if another process, or an admin, settled it first. */
async function settleDue(ctx: Ctx, id: bigint): Promise<void> {
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
