import { requireUser } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { acceptCode, deleteTwoFactor } from '../../two-factor/index.ts';
import { endOtherSessions } from '../end-sessions.ts';
import { guardSecret } from '../guard-secret.ts';
import { requireOwnPassword } from '../password/require-own-password.ts';
import { setCodeAt } from '../sessions.sql.ts';

type Proof = { readonly password: string; readonly code: string };

/** Turns the caller's second factor off; needs password and code. Other sessions end. */
export async function turnOffTwoFactor(ctx: Ctx, { password, code }: Proof): Promise<void> {
  const { userId, sessionId, isAdmin } = requireUser(ctx.actor);
  await requireOwnPassword(ctx, password);
  await guardSecret(ctx, () => acceptCode(ctx, userId, code));
  await inTransaction(ctx, async (step) => {
    await deleteTwoFactor(step.db, userId);
    await setCodeAt(step.db, sessionId, null);
    await endOtherSessions(step, userId, sessionId);
    await step.events.announce(step, 'credentialsChanged', { userId });
    if (isAdmin) await recordAudit(step, { action: 'twoFactor.off', subject: `user:${userId}` });
  });
}
