import type { Proposal } from '@portside/contract';
import type { TextKey } from '../../locales/text-key.ts';

type Words = TextKey<['translation', 'admin']>;

/** The server's text if the proposer or approver is no longer an admin. */
const PARTY_LEFT = 'who proposed or approved it may no longer do so';

export type Outcome = Pick<Proposal, 'outcome' | 'outcome_error'>;

/** Text key of the reason why a proposal failed; undefined if the server's text has no translation. */
export function outcomeMessageKey({ outcome, outcome_error: error }: Outcome): Words | undefined {
  if (outcome === PARTY_LEFT) return 'admin:approvals.partyLeft';
  return error === null ? undefined : (`errors.${error}` as Words);
}

/** Result of an approval: applied, cooling down, or failed. */
export const resultOf = ({ state }: Pick<Proposal, 'state'>): 'applied' | 'cooling' | 'failed' =>
  state === 'failed' || state === 'cooling' ? state : 'applied';

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
