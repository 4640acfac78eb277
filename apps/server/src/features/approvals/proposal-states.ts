import type { ProposalState } from '@portside/contract';
import { refuse } from '../../platform/refusal.ts';
import { HOUR_MS } from '../../platform/clock.ts';

/** How long a proposal can be approved. */
export const EXPIRES_AFTER_MS = 7 * 24 * HOUR_MS;
/** How long a change waits if there is no second person to approve it. */
const SINGLE_ADMIN_WAIT_MS = 72 * HOUR_MS;

export type ProposalStep = 'approve' | 'cool' | 'apply' | 'fail' | 'veto' | 'expire';

/**
 * The transitions there are; any other is refused. `approve` and `cool` are taken by another admin with the
 * permission, also where a change waits without an approval (`isUnapproved`); `veto` by any admin who sees it, whom it
 * is about, or a change of a party's credentials; `apply`, `fail` and `expire` by the job.
 * One that nobody has approved fails if it was made due outside the shop.
 */
export const TRANSITIONS: Record<ProposalState, Partial<Record<ProposalStep, ProposalState>>> = {
  proposed: { approve: 'approved', cool: 'cooling', fail: 'failed', veto: 'vetoed', expire: 'expired' },
  approved: { apply: 'applied', fail: 'failed', veto: 'vetoed' },
  cooling: { approve: 'approved', cool: 'cooling', apply: 'applied', fail: 'failed', veto: 'vetoed' },
  applied: {},
  vetoed: {},
  expired: {},
  failed: {},
};

/** The state after a step; refuses a step that the state does not have (proposalSettled). */
export const nextState = (state: ProposalState, step: ProposalStep): ProposalState =>
  TRANSITIONS[state][step] ?? refuse('proposalSettled', `${step} when ${state}`);

/** Whether a second person can still approve it, because it needs one or to apply it before its time. */
export const isUnapproved = (row: {
  readonly state: ProposalState;
  readonly approved_at: Date | null;
}): boolean => (row.state === 'proposed' || row.state === 'cooling') && row.approved_at === null;

type Parties = { readonly proposed_by: bigint | null; readonly beneficiary_id: bigint | null };

/**
 * Whether a user counts as a second person: neither the proposer nor the beneficiary, who both agree already, and not
 * tied to the proposer. `tied` are the people who count as one with the user for now, including the user
 * (`listTiedUsers`).
 */
export const isSecondPerson = (
  { proposed_by, beneficiary_id }: Parties,
  userId: bigint,
  tied: ReadonlySet<bigint>,
): boolean =>
  userId !== proposed_by && userId !== beneficiary_id && (proposed_by === null || !tied.has(proposed_by));

type Circumstances = {
  readonly isSandbox: boolean;
  /** Whether someone else could approve it. */
  readonly hasSecondPerson: boolean;
  /** Whether time must never take the second person's place. */
  readonly needsPerson: boolean;
  /** The first of its kind, which changes nothing that anyone relies on. */
  readonly isFirst: boolean;
  readonly coolsMs: number;
  /** After which time it needs no second person, whether or not there is one. */
  readonly waitsMs: number | undefined;
};

/** The state a proposal starts in, and how long until it is applied; `waitMs` null: it has to be approved first. */
export function initialState(it: Circumstances): { state: ProposalState; waitMs: number | null } {
  if (it.isFirst) return { state: 'approved', waitMs: 0 };
  if (it.waitsMs !== undefined)
    return it.isSandbox ? { state: 'approved', waitMs: 0 } : { state: 'cooling', waitMs: it.waitsMs };
  if (it.hasSecondPerson || it.needsPerson) return { state: 'proposed', waitMs: null };
  if (it.isSandbox) return { state: 'approved', waitMs: 0 };
  return { state: 'cooling', waitMs: Math.max(SINGLE_ADMIN_WAIT_MS, it.coolsMs) };
}
