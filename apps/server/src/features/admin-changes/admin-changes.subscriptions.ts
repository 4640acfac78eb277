import type { Events } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { findProposals } from '../approvals/index.ts';
import { listUsersWithRole, recordTies } from '../users/index.ts';
import { applyAdminChange } from './apply-admin-change.ts';
import './admin-changes.events.ts';

/**
 * Makes changes to admins that a second person has approved; both parties count as having set up who it is about. Refuses
 * one that nobody has approved (secondPersonNeeded): earlier versions let some wait for their time.
 */
export function subscribeAdminChanges(events: Events): void {
  events.on('adminChangeApproved', async (ctx, { proposalId, terms }) => {
    const [proposal] = await findProposals(ctx.db, [proposalId]);
    if (proposal?.approved_by == null) refuse('secondPersonNeeded');
    await applyAdminChange(ctx, terms);
    if (terms.change === 'status' || terms.change === 'sessions') return;
    const about =
      terms.change === 'permissions'
        ? await listUsersWithRole(ctx.db, BigInt(terms.role_id))
        : [BigInt(terms.user_id)];
    for (const party of [proposal.proposed_by, proposal.approved_by])
      if (party != null) await recordTies(ctx, about, party);
  });
}
