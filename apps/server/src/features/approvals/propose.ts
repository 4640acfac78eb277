import { hasOtherPermissionHolder } from './second-person.sql.ts';
import type { ApprovingAction } from '@portside/contract';
import { requireAction, requireUser } from '../../platform/actor.ts';
import { canonicalText } from '../../platform/audit/audit.sql.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import {
  type ProposalKind,
  type TermsOf,
  findByKey,
  findOpen,
  getProposal,
  insertProposal,
  type ProposalRow,
} from './approvals.sql.ts';
import { applyProposal } from './apply-proposal.ts';
import { sealProposal } from './proposal-macs.ts';
import { initialState, EXPIRES_AFTER_MS } from './proposal-states.ts';

export type NewProposal<Kind extends ProposalKind> = {
  /** The event announced to apply it. */
  readonly kind: Kind;
  /** What it changes: a second open proposal of the kind for it is refused. */
  readonly subject: string;
  readonly terms: TermsOf<Kind>;
  readonly reason: string;
  /** The permission needed to propose and approve it. */
  readonly action: ApprovingAction;
  /** Who benefits, and so does not count as a second person. */
  readonly beneficiaryId?: bigint;
  /** It is never applied without an approval: if nobody can give one, it expires. */
  readonly needsPerson?: boolean;
  /** How long it can be vetoed after its approval; absent: it is applied at once. */
  readonly coolsMs?: number;
  /** It waits this long and is then applied, or at once when a second person approves it. With test money: at once. */
  readonly waitsMs?: number;
  /** The first of its kind takes effect at once. */
  readonly isFirst?: boolean;
  /** Small enough for one person: takes effect at once. */
  readonly isWithinLimit?: boolean;
  readonly idempotencyKey?: string;
  /** Refuses what cannot be applied now. Not called for a repeated proposal. */
  readonly requirePossible?: (ctx: Ctx) => Promise<void>;
};

/**
 * Proposes a change and returns the proposal, already applied where no second person is needed. Repeating the same
 * one under the same key, or by the same person while it is open, returns the first. Refuses another change under a
 * known key (keyReused) or beside an open one (proposalOpen).
 */
export async function propose<Kind extends ProposalKind>(
  ctx: Ctx,
  proposal: NewProposal<Kind>,
): Promise<ProposalRow> {
  if (!ctx.events.hasListener(proposal.kind)) throw new Error(`no listener applies ${proposal.kind}`);
  requireAction(ctx.actor, proposal.action);
  const { userId } = requireUser(ctx.actor);
  return inTransaction(ctx, async (step) => {
    const known = await findEarlier(step, userId, proposal);
    if (known) return known;
    await proposal.requirePossible?.(step);
    const row = await insert(step, userId, proposal);
    const { subject, action, reason, kind } = proposal;
    const record = () =>
      recordAudit(step, {
        action: 'proposal.create',
        subject: `proposal:${row.id}`,
        after: { kind, on: subject, terms: proposal.terms, reason, action, state: row.state },
      });
    if (row.state === 'approved') await applyProposal(step, row, record);
    else {
      await record();
      await step.events.announce(step, 'proposalWaiting', { proposalId: row.id, kind, subject });
    }
    return getProposal(step.db, row.id);
  });
}

declare module '../../platform/events.ts' {
  interface EventPayloads {
    /** A change waits for a second person, or for its time. */
    proposalWaiting: { readonly proposalId: bigint; readonly kind: string; readonly subject: string };
  }
}

async function findEarlier<Kind extends ProposalKind>(
  { db }: Ctx,
  userId: bigint,
  { kind, subject, terms, idempotencyKey }: NewProposal<Kind>,
): Promise<ProposalRow | undefined> {
  const isSame = (row: ProposalRow): boolean =>
    row.kind === kind && row.subject === subject && canonicalText(row.terms) === canonicalText(terms);
  const underKey = idempotencyKey && (await findByKey(db, userId, idempotencyKey));
  if (underKey) return isSame(underKey) ? underKey : refuse('keyReused');
  const open = await findOpen(db, kind, subject);
  if (!open) return undefined;
  return isSame(open) && open.proposed_by === userId ? open : refuse('proposalOpen');
}

async function insert<Kind extends ProposalKind>(
  ctx: Ctx,
  userId: bigint,
  proposal: NewProposal<Kind>,
): Promise<ProposalRow> {
  const { db, clock, isSandbox } = ctx;
  const now = clock.now();
  const { coolsMs = 0, isFirst = false, isWithinLimit = false, needsPerson = false } = proposal;
  const { action, beneficiaryId, waitsMs } = proposal;
  const hasSecondPerson = await hasOtherPermissionHolder(ctx, action, [userId, beneficiaryId ?? userId]);
  const { state, waitMs } = initialState({
    isSandbox,
    hasSecondPerson,
    needsPerson,
    isFirst: isFirst || isWithinLimit,
    coolsMs,
    waitsMs,
  });
  const row = await insertProposal(db, {
    kind: proposal.kind,
    subject: proposal.subject,
    terms: JSON.stringify(proposal.terms),
    reason: proposal.reason,
    action,
    beneficiary_id: beneficiaryId ?? null,
    // Test money needs no cooling time.
    cools_ms: isSandbox ? 0n : BigInt(coolsMs),
    state,
    proposed_by: userId,
    proposed_at: now,
    expires_at: new Date(now.getTime() + EXPIRES_AFTER_MS),
    due_at: waitMs === null ? null : new Date(now.getTime() + waitMs),
    idempotency_key: proposal.idempotencyKey ?? null,
  });
  return row ? sealProposal(ctx, row) : refuse('proposalOpen', 'at the same time');
}
