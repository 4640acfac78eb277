import type { OrderTimelineEntry } from '@portside/contract';
import type { ProposalRow } from '../../approvals/index.ts';
import type { RemedyTerms } from './remedy-terms.ts';

const KINDS = {
  refundApproved: { proposed: 'refundProposed', approved: 'refundApproved', stopped: 'refundStopped' },
  replacementApproved: {
    proposed: 'replacementProposed',
    approved: 'replacementApproved',
    stopped: 'replacementStopped',
  },
} as const;

/** Timeline entries of an order's proposals: who proposed and approved each, and how it was stopped. */
export const remedyTimelineEntries = (proposals: readonly ProposalRow[]): OrderTimelineEntry[] =>
  proposals.flatMap(entriesOf);

function entriesOf(proposal: ProposalRow): OrderTimelineEntry[] {
  const kinds = KINDS[proposal.kind as keyof typeof KINDS];
  if (!kinds) return [];
  const { proposed_at, proposer, approved_at, approver, settled_at, settler, state, outcome } = proposal;
  const { accounts, amount } = proposal.terms as RemedyTerms;
  const entryOf = (
    kind: OrderTimelineEntry['kind'],
    at: Date,
    actor: string | null,
    note = '',
  ): OrderTimelineEntry => ({ kind, at: at.toISOString(), actor, accounts, amount, note });
  const hasFailed = settled_at !== null && state !== 'applied';
  return [
    entryOf(kinds.proposed, proposed_at, proposer, proposal.reason),
    ...(approved_at ? [entryOf(kinds.approved, approved_at, approver)] : []),
    ...(hasFailed ? [entryOf(kinds.stopped, settled_at, settler, outcome)] : []),
  ];
}
