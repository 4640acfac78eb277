import type { OrderTimelineEntry } from '@portside/contract';
import type { ProposalRow } from '../../approvals/index.ts';
import type { RefundTerms } from './refund-terms.ts';

/** Timeline entries of an order's refund proposals: who proposed and approved each, and how it was stopped. */
export const refundTimelineEntries = (proposals: readonly ProposalRow[]): OrderTimelineEntry[] =>
  proposals.filter(({ kind }) => kind === 'refundApproved').flatMap(entriesOf);

function entriesOf(proposal: ProposalRow): OrderTimelineEntry[] {
  const { proposed_at, proposer, approved_at, approver, settled_at, settler, state, outcome } = proposal;
  const { accounts, amount } = proposal.terms as RefundTerms;
  const entryOf = (
    kind: OrderTimelineEntry['kind'],
    at: Date,
    actor: string | null,
    note = '',
  ): OrderTimelineEntry => ({ kind, at: at.toISOString(), actor, accounts, amount, note });
  const hasFailed = settled_at !== null && state !== 'applied';
  return [
    entryOf('refundProposed', proposed_at, proposer, proposal.reason),
    ...(approved_at ? [entryOf('refundApproved', approved_at, approver)] : []),
    ...(hasFailed ? [entryOf('refundStopped', settled_at, settler, outcome)] : []),
  ];
}
