import type { OrderEvent } from '@portside/contract';
import type { ProposalRow } from '../../approvals/index.ts';
import type { RefundTerms } from '../orders.events.ts';

/** Who proposed refunds of an order and why, who approved them, and which did not pass. */
export const tellRefunds = (proposals: readonly ProposalRow[]): OrderEvent[] =>
  proposals.filter(({ kind }) => kind === 'refundApproved').flatMap(tellRefund);

function tellRefund(proposal: ProposalRow): OrderEvent[] {
  const { proposed_at, proposer, approved_at, approver, settled_at, settler, state, outcome } = proposal;
  const { accounts, amount } = proposal.terms as RefundTerms;
  const tell = (kind: OrderEvent['kind'], at: Date, actor: string | null, note = ''): OrderEvent => ({
    kind,
    at: at.toISOString(),
    actor,
    accounts,
    amount,
    note,
  });
  const hasFailed = settled_at !== null && state !== 'applied';
  return [
    tell('refundProposed', proposed_at, proposer, proposal.reason),
    ...(approved_at ? [tell('refundApproved', approved_at, approver)] : []),
    ...(hasFailed ? [tell('refundStopped', settled_at, settler, outcome)] : []),
  ];
}
