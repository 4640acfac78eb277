/**
 * Owns changes that one admin alone must not make: proposed by one, approved by another, then often a time
 * in which every admin can veto. Does not know what is changed: a proposal's kind names an event, and who
 * listens to it makes the change.
 *
 * Invariant: nothing is carried out that its two persons, or one person and a long wait, did not agree to;
 * a proposal is carried out once.
 */
export { listenForApprovals, type Approved } from './approvals.events.ts';
export { presentDecision, presentProposal } from './approvals.present.ts';
export { findProposals, listOpenProposals, listProposalsOn, type ProposalRow } from './approvals.sql.ts';
export { approvalsRoutes } from './approvals.routes.ts';
export { carryOutDueProposals } from './carry-out-due-proposals.job.ts';
export { countWaitingProposals } from './count-waiting.ts';
export { propose, type NewProposal } from './propose.ts';
