import type { Events } from '../../platform/context.ts';
import { findProposals, type Approved } from '../approvals/index.ts';
import { listUsersWithRole, recordTies } from '../users/index.ts';
import type { AdminChangeTerms } from './admin-change-terms.ts';
import { applyAdminChange } from './apply-admin-change.ts';

declare module '../../platform/events.ts' {
  interface EventPayloads {
    adminChangeApproved: Approved<AdminChangeTerms>;
  }
}

/** Makes changes to admins that a second person has approved; both parties count as having set up who it is about. */
export function subscribeAdminChanges(events: Events): void {
  events.on('adminChangeApproved', async (ctx, { proposalId, terms }) => {
    await applyAdminChange(ctx, terms);
    if (terms.change === 'status' || terms.change === 'sessions') return;
    const about =
      terms.change === 'permissions'
        ? await listUsersWithRole(ctx.db, BigInt(terms.role_id))
        : [BigInt(terms.user_id)];
    const [proposal] = await findProposals(ctx.db, [proposalId]);
    for (const party of [proposal?.proposed_by, proposal?.approved_by])
      if (party != null) await recordTies(ctx, about, party);
  });
}
