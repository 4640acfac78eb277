import type { Proposal } from '@portside/contract';
import type { ParseKeys } from 'i18next';

type Words = ParseKeys<['translation', 'admin']>;

/** As the server says it where one of the two is no admin any more. */
const PARTY_LEFT = 'who proposed or approved it may no longer do so';

export type Outcome = Pick<Proposal, 'outcome' | 'outcome_error'>;

/** Words for why a proposal failed; undefined where the server's own have no translation. */
export function outcomeMessageKey({ outcome, outcome_error: error }: Outcome): Words | undefined {
  if (outcome === PARTY_LEFT) return 'admin:approvals.partyLeft';
  return error === null ? undefined : (`errors.${error}` as Words);
}

/** What became of a proposal that was answered with yes: done, waiting for its time, or impossible. */
export const resultOf = ({ state }: Pick<Proposal, 'state'>): 'applied' | 'cooling' | 'failed' =>
  state === 'failed' || state === 'cooling' ? state : 'applied';
