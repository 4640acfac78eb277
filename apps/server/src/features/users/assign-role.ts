import type { UserDetails } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { lockRole, requireGrantable } from '../roles/index.ts';
import { recordOwnTies } from './record-own-ties.ts';
import { requireAuthorityOver } from './require-authority-over.ts';
import { requireRemainingOwner } from './require-remaining-owner.ts';
import { getUserDetails } from './user-details.sql.ts';
import { lockUser, updateUserRole } from './users.sql.ts';

/**
 * Assigns a role to a user, or removes it (null); in force from the next request. Refuses the caller themselves, a
 * user or a role with permissions that the caller lacks (noPermission), and the last owner (lastOwner). A new admin
 * has to choose a password again, by the rules for admins.
 */
export async function assignRole(ctx: Ctx, userId: bigint, roleId: bigint | null): Promise<UserDetails> {
  requireAction(ctx.actor, 'role.grant');
  return inTransaction(ctx, async (step) => {
    const { db, live } = step;
    const user = (await lockUser(db, userId)) ?? refuse('notFound');
    if (user.status === 'closed') refuse('notFound', 'closed');
    await requireAuthorityOver(step, user);
    if (roleId !== null)
      await requireGrantable(step, (await lockRole(db, roleId)) ?? refuse('notFound', 'role'));
    if (user.role_id !== roleId) {
      const mustChangePassword = user.must_change_password || (user.role_id === null && roleId !== null);
      await updateUserRole(db, userId, roleId, mustChangePassword);
      await requireRemainingOwner(db, user);
      if (roleId !== null) await recordOwnTies(step, [userId]);
      live.publish({ to: userId, name: 'session', data: {} });
      await recordAudit(step, {
        action: 'role.grant',
        subject: `user:${userId}`,
        before: { role: user.role_id },
        after: { role: roleId },
      });
    }
    return getUserDetails(db, userId);
  });
}
