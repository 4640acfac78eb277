import type { UserStatus } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { readAvailableMicro } from '../ledger/index.ts';
import { requireAuthorityOver } from './require-authority-over.ts';
import { requireRemainingOwner } from './require-remaining-owner.ts';
import { lockUser, updateUserStatus } from './users.sql.ts';

/**
 * Freezes or unfreezes a user, or closes them for good, for which the balance must be zero (balanceNotZero). Sessions
 * are kept, so that every call of a frozen user is refused with the reason; open streams end. Refuses the caller
 * themselves, a user with permissions that the caller lacks (noPermission), and the last owner (lastOwner).
 */
export async function storeUserStatus(ctx: Ctx, userId: bigint, status: UserStatus): Promise<void> {
  requireAction(ctx.actor, 'user.status');
  await inTransaction(ctx, async (step) => {
    const { db, live } = step;
    const user = (await lockUser(db, userId)) ?? refuse('notFound');
    if (user.status === 'closed') refuse('notFound', 'closed');
    await requireAuthorityOver(step, user);
    if (user.status === status) return;
    if (status === 'closed' && (await readAvailableMicro(db, userId)) > 0n) refuse('balanceNotZero');
    await updateUserStatus(db, userId, status);
    if (status === 'frozen') await step.events.announce(step, 'userFrozen', { userId });
    if (status !== 'active') {
      await requireRemainingOwner(db, user);
      live.publish({ to: userId, name: 'session', data: {} });
    }
    await recordAudit(step, {
      action: 'user.status',
      subject: `user:${userId}`,
      before: { status: user.status },
      after: { status },
    });
  });
}
