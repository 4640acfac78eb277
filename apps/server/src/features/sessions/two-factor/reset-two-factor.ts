import { requireAction } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { requireFreshCode } from '../../../platform/require-fresh-code.ts';
import { deleteTwoFactor } from '../../two-factor/index.ts';
import { findUser, requireAbove } from '../../users/index.ts';
import { endSessions } from '../end-sessions.ts';

/**
 * For a user who has lost his phone: another admin takes the second factor away, and every session ends. In
 * production an admin then has to set up a new one before he may act.
 */
export async function resetTwoFactor(ctx: Ctx, userId: bigint): Promise<void> {
  requireAction(ctx.actor, 'user.twoFactor');
  requireFreshCode(ctx);
  await inTransaction(ctx, async (step) => {
    const user = (await findUser(step.db, userId)) ?? refuse('notFound');
    await requireAbove(step, user);
    if (!(await deleteTwoFactor(step.db, userId))) refuse('notFound', 'no second factor');
    await endSessions(step, userId);
    await step.events.announce(step, 'credentialsChanged', { userId });
    await recordAudit(step, { action: 'user.twoFactor', subject: `user:${userId}` });
  });
}
