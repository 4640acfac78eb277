/**
 * Owns changes that no admin may make alone: proposed by one, approved by another, often followed by a cooling
 * time in which whoever sees it can veto. Does not know what is changed: a proposal's kind names an event, and its
 * listener makes the change.
 *
 * Invariant: nothing is applied without two people, or one person and a long wait; a proposal is applied once at
 * most. It is applied as the shop has written it: each has a MAC (`proposal-macs.ts`).
 */
export { subscribeApprovals } from './approvals.subscriptions.ts';
export type { Approved } from './proposal-kinds.ts';
export { presentDecision, presentProposal } from './approvals.present.ts';
export {
  findOpen as findOpenProposal,
  findProposals,
  listOpenProposals,
  listProposalsOn,
  type ProposalRow,
} from './approvals.sql.ts';
export { approvalsRoutes } from './approvals.routes.ts';
export { applyDueProposals } from './apply-due-proposals.job.ts';
export { countPendingProposals } from './count-pending.ts';
export { listForgedProposals, sealFirstProposals } from './proposal-macs.ts';
export { propose, type NewProposal } from './propose.ts';
export { vetoOpenProposal } from './veto-proposal.ts';
