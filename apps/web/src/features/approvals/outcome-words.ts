import type { Proposal } from '@portside/contract';
import { wording } from '@portside/contract/error-wording';
import type { ParseKeys } from 'i18next';

type Words = ParseKeys<['translation', 'admin']>;

/** As the server says it where one of the two is no admin any more. */
const PARTY_LEFT = 'who proposed or approved it may no longer do so';

const refusals = Object.entries(wording).toSorted(([, one], [, other]) => other.length - one.length);

/** Words for why a proposal failed; undefined where the server's own have no translation. */
export function wordsForOutcome(outcome: string): Words | undefined {
  if (outcome === PARTY_LEFT) return 'admin:approvals.partyLeft';
  // A refusal is kept as its wording, with details of its own behind it.
  const [name] = refusals.find(([, words]) => outcome === words || outcome.startsWith(`${words} (`)) ?? [];
  return name === undefined ? undefined : (`errors.${name}` as Words);
}

/** What became of a proposal that was answered with yes: done, waiting for its time, or impossible. */
export const resultOf = ({ state }: Pick<Proposal, 'state'>): 'applied' | 'cooling' | 'failed' =>
  state === 'failed' || state === 'cooling' ? state : 'applied';
