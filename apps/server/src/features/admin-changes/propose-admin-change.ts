import type { Proposal } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { presentProposal, propose } from '../approvals/index.ts';
import type { AdminChangeTerms } from './admin-change-terms.ts';

/**
 * Proposes a change to an admin, or to a role that people have. Who it is about does not approve it; every admin can
 * veto it. Where nobody is left to approve it, it waits three days. Needs `role.grant` (noPermission).
 */
export async function proposeAdminChange(
  ctx: Ctx,
  terms: AdminChangeTerms,
  aboutUserId?: bigint,
): Promise<Proposal> {
  const row = await propose(ctx, {
    kind: 'adminChangeApproved',
    subject: 'user_id' in terms ? `user:${terms.user_id}` : `role:${terms.role_id}`,
    terms,
    reason: '',
    action: 'role.grant',
    ...(aboutUserId !== undefined && { beneficiaryId: aboutUserId }),
  });
  return presentProposal(row, ctx.actor);
}
