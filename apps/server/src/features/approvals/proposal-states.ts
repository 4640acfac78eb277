import type { ProposalState } from '@portside/contract';
import { refuse } from '../../platform/refusal.ts';

const HOUR_MS = 3_600_000;

/** In which a colleague has to approve it. */
export const VALID_MS = 7 * 24 * HOUR_MS;
/** What a single admin waits for want of a second person. */
export const ALONE_MS = 72 * HOUR_MS;

export type ProposalStep = 'approve' | 'cool' | 'apply' | 'fail' | 'veto' | 'expire';

/**
 * Who takes which step: `approve` and `cool` another admin who may propose it, `veto` any admin or a change
 * of a party's credentials, `apply`, `fail` and `expire` time. What is not here is refused.
 */
export const TRANSITIONS: Record<ProposalState, Partial<Record<ProposalStep, ProposalState>>> = {
  proposed: { approve: 'approved', cool: 'cooling', veto: 'vetoed', expire: 'expired' },
  approved: { apply: 'applied', fail: 'failed', veto: 'vetoed' },
  cooling: { apply: 'applied', fail: 'failed', veto: 'vetoed' },
  applied: {},
  vetoed: {},
  expired: {},
  failed: {},
};

export const nextState = (state: ProposalState, step: ProposalStep): ProposalState =>
  TRANSITIONS[state][step] ?? refuse('proposalSettled', `${step} when ${state}`);

type Parties = { readonly proposed_by: bigint | null; readonly beneficiary_id: bigint | null };

/** Neither who proposed it nor who gains by it, who has agreed already. */
export const isSecondPerson = ({ proposed_by, beneficiary_id }: Parties, userId: bigint): boolean =>
  userId !== proposed_by && userId !== beneficiary_id;

type Circumstances = {
  readonly isSandbox: boolean;
  /** Whether somebody else could approve it. */
  readonly hasSecondPerson: boolean;
  /** The first of its kind, which changes nothing that anybody relies on. */
  readonly isFirst: boolean;
  readonly coolsMs: number;
};

/** How a proposal begins: the state, and how long until it is carried out (null: when approved). */
export function beginningOf(it: Circumstances): { state: ProposalState; waitMs: number | null } {
  if (it.isFirst) return { state: 'approved', waitMs: 0 };
  if (it.hasSecondPerson) return { state: 'proposed', waitMs: null };
  if (it.isSandbox) return { state: 'approved', waitMs: 0 };
  return { state: 'cooling', waitMs: Math.max(ALONE_MS, it.coolsMs) };
}
