import { requireUser } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { acceptFirstCode, replaceRecoveryCodes } from '../../two-factor/index.ts';
import { endOtherSessions } from '../end-sessions.ts';
import { guardSecret } from '../guard-secret.ts';
import { setCodeAt } from '../sessions.sql.ts';

/**
 * Turns the second factor on with a first code. The user's other sessions, which have given no code, end. Answers with
 * its recovery codes.
 */
export async function confirmTwoFactor(ctx: Ctx, code: string): Promise<{ recovery_codes: string[] }> {
  const { userId, sessionId, isAdmin } = requireUser(ctx.actor);
  await guardSecret(ctx, () => acceptFirstCode(ctx, userId, code));
  return inTransaction(ctx, async (step) => {
    await setCodeAt(step.db, sessionId, step.clock.now());
    await endOtherSessions(step, userId, sessionId);
    const codes = await replaceRecoveryCodes(step, userId);
    if (isAdmin) await recordAudit(step, { action: 'twoFactor.on', subject: `user:${userId}` });
    return { recovery_codes: codes };
  });
}
