import type { Proposal } from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { presentProposal, propose } from '../approvals/index.ts';
import { hasOtherPermissionHolder } from '../users/index.ts';
import type { AdminChangeTerms } from './admin-change-terms.ts';

const ACTION = 'role.grant';

/**
 * Proposes a change to an admin, or to a role that people have. A third person approves it; where there is none, whoever
 * it is about can agree to it. Time never decides, or one of two owners could take over the other. Every admin can veto
 * it. Needs `role.grant` (noPermission).
 */
export async function proposeAdminChange(
  ctx: Ctx,
  terms: AdminChangeTerms,
  aboutUserId?: bigint,
): Promise<Proposal> {
  const { userId } = requireUser(ctx.actor);
  const hasThird =
    aboutUserId !== undefined && (await hasOtherPermissionHolder(ctx, ACTION, [userId, aboutUserId]));
  const row = await propose(ctx, {
    kind: 'adminChangeApproved',
    subject: 'user_id' in terms ? `user:${terms.user_id}` : `role:${terms.role_id}`,
    terms,
    reason: '',
    action: ACTION,
    needsPerson: true,
    ...(hasThird && { beneficiaryId: aboutUserId }),
  });
  return presentProposal(row, ctx.actor);
}
