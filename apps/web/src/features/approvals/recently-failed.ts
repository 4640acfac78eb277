import type { Proposal } from '@portside/contract';

const SHOWN_MS = 3 * 24 * 3_600_000;

type Failed = Pick<Proposal, 'proposed_by' | 'approved_by' | 'settled_at'>;

/** Failed proposals that this user proposed or approved, for three days after they failed. */
export const recentlyFailed = <P extends Failed>(
  proposals: readonly P[],
  own: string | undefined,
  now: number,
): P[] =>
  proposals.filter(
    ({ proposed_by: proposer, approved_by: approver, settled_at: at }) =>
      own !== undefined &&
      (proposer === own || approver === own) &&
      at !== null &&
      now - new Date(at).getTime() < SHOWN_MS,
  );
