import type { KnownUser } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { requireFreshCode } from '../../platform/require-fresh-code.ts';
import { lockRole, requireGrantable } from '../roles/index.ts';
import { requireAbove } from './require-above.ts';
import { requireOwnerLeft } from './require-owner-left.ts';
import { knowUser } from './known-users.sql.ts';
import { lockUser, updateUserRole } from './users.sql.ts';

/**
 * Gives a user a role, or takes it away (null); in force at the next request. Refuses himself, a user who
 * may do what the caller may not, a role that holds more than the caller has, and the last owner. Who
 * becomes an admin chooses a password anew, by an admin's rules.
 */
export async function setUserRole(ctx: Ctx, userId: bigint, roleId: bigint | null): Promise<KnownUser> {
  requireAction(ctx.actor, 'role.grant');
  requireFreshCode(ctx);
  return inTransaction(ctx, async (step) => {
    const { db, live } = step;
    const user = (await lockUser(db, userId)) ?? refuse('notFound');
    if (user.status === 'closed') refuse('notFound', 'closed');
    await requireAbove(step, user);
    if (roleId !== null)
      await requireGrantable(step, (await lockRole(db, roleId)) ?? refuse('notFound', 'role'));
    if (user.role_id !== roleId) {
      const mustChangePassword = user.must_change_password || (user.role_id === null && roleId !== null);
      await updateUserRole(db, userId, roleId, mustChangePassword);
      await requireOwnerLeft(db, user);
      live.publish({ to: userId, name: 'session', data: {} });
      await recordAudit(step, {
        action: 'role.grant',
        subject: `user:${userId}`,
        before: { role: user.role_id },
        after: { role: roleId },
      });
    }
    return knowUser(db, userId);
  });
}
