/**
 * Owns changes that no admin may make alone: proposed by one, approved by another, often followed by a cooling
 * time in which whoever sees it can veto. Does not know what is changed: a proposal's kind names an event, and its
 * listener makes the change.
 *
 * Invariant: nothing is applied without two people, or one person and a long wait; a proposal is applied once at
 * most. It is applied as the shop has written it: each has a MAC (`proposal-macs.ts`).
 */

import type { Events } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { vetoProposalsOf, approveProposal, vetoProposal } from './decide-proposal.ts';
import { presentProposal, listProposals } from './list-proposals.ts';

export {
  type Approved,
  findOpen as findOpenProposal,
  findProposals,
  listOpenProposals,
  listProposalsOn,
  OPEN_STATES,
  type ProposalRow,
} from './approvals.sql.ts';
export { countPendingProposals, findDecisions, presentDecision, presentProposal } from './list-proposals.ts';
export { applyDueProposals } from './apply-proposal.ts';
export { listForgedProposals } from './proposal-macs.ts';
export { propose, type NewProposal } from './propose.ts';
export { vetoOpenProposal } from './decide-proposal.ts';
export {
  joinNames,
  needsSecondPerson,
  onAdminChange,
  proposeAdminChange,
  splitNames,
  type AdminChangeTerms,
} from './propose-admin-change.ts';
export {
  listAdmins,
  listPermissionHolders,
  countReadyApprovers,
  listUsersWithRole,
  recordOwnTies,
  deleteTiesBefore,
  listTiedUsers,
  recordTies,
} from './second-person.sql.ts';

/** Vetoes a user's open proposals when their credentials change: an intruder must not be able to use them. */
export function subscribeApprovals(events: Events): void {
  events.on('credentialsChanged', (ctx, { userId }) => vetoProposalsOf(ctx, userId));
}

export const approvalsRoutes = {
  listProposals,
  approveProposal: async (ctx, { params }) =>
    presentProposal(await approveProposal(ctx, BigInt(params.id)), ctx.actor),
  vetoProposal: async (ctx, { params, body }) =>
    presentProposal(await vetoProposal(ctx, BigInt(params.id), body.reason), ctx.actor),
} satisfies Partial<Routes>;
