import { requireAction } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { deleteTwoFactor } from '../../two-factor/index.ts';
import { findUser, recordOwnTies, requireAuthorityOver } from '../../users/index.ts';
import { endSessions } from '../end-sessions.ts';

/**
 * Removes the second factor of a user who has lost their phone, as an admin, and ends all their sessions. In production
 * an admin has to set up a new one before acting again. Refuses a user without one (notFound) and an equal or above
 * (noPermission).
 */
export async function removeTwoFactor(ctx: Ctx, userId: bigint): Promise<void> {
  requireAction(ctx.actor, 'user.twoFactor');
  await inTransaction(ctx, async (step) => {
    const user = (await findUser(step.db, userId)) ?? refuse('notFound');
    await requireAuthorityOver(step, user);
    if (!(await deleteTwoFactor(step.db, userId))) refuse('notFound', 'no second factor');
    await recordOwnTies(step, [userId]);
    await endSessions(step, userId);
    await step.events.announce(step, 'credentialsChanged', { userId });
    await recordAudit(step, { action: 'user.twoFactor', subject: `user:${userId}` });
  });
}
