import type { Routes } from '../../platform/http/routes.ts';
import { presentProposal } from './approvals.present.ts';
import { approveProposal } from './approve-proposal.ts';
import { listProposals } from './list-proposals.ts';
import { vetoProposal } from './veto-proposal.ts';

export const approvalsRoutes = {
  listProposals,
  approveProposal: async (ctx, { params }) =>
    presentProposal(await approveProposal(ctx, BigInt(params.id)), ctx.actor),
  vetoProposal: async (ctx, { params, body }) =>
    presentProposal(await vetoProposal(ctx, BigInt(params.id), body.reason), ctx.actor),
} satisfies Partial<Routes>;
