import type { UserStatus } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { readAvailableMicro } from '../ledger/index.ts';
import { requireAbove } from './require-above.ts';
import { requireOwnerLeft } from './require-owner-left.ts';
import { lockUser, updateUserStatus } from './users.sql.ts';

/**
 * Freezes a user, lifts the freeze, or closes the account for good, which must be empty then
 * (balanceNotZero). Sessions stay known, so that every call of a frozen user can be told why; open streams
 * end. Nobody does it to himself, to somebody who may do what he may not, or to the last owner.
 */
export async function setUserStatus(ctx: Ctx, userId: bigint, status: UserStatus): Promise<void> {
  requireAction(ctx.actor, 'user.status');
  await inTransaction(ctx, async (step) => {
    const { db, live } = step;
    const user = (await lockUser(db, userId)) ?? refuse('notFound');
    if (user.status === 'closed') refuse('notFound', 'closed');
    await requireAbove(step, user);
    if (user.status === status) return;
    if (status === 'closed' && (await readAvailableMicro(db, userId)) > 0n) refuse('balanceNotZero');
    await updateUserStatus(db, userId, status);
    if (status !== 'active') {
      await requireOwnerLeft(db, user);
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
