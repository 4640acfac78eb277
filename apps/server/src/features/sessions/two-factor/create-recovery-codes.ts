import { requireUser } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { isTwoFactorOn, replaceRecoveryCodes } from '../../two-factor/index.ts';

/** New recovery codes in place of the old ones. Refuses a user without a second factor (notFound). */
export async function createRecoveryCodes(ctx: Ctx): Promise<{ recovery_codes: string[] }> {
  const { userId, isAdmin } = requireUser(ctx.actor);
  return inTransaction(ctx, async (step) => {
    if (!(await isTwoFactorOn(step.db, userId))) refuse('notFound', 'no second factor');
    const codes = await replaceRecoveryCodes(step, userId);
    if (isAdmin) await recordAudit(step, { action: 'twoFactor.recovery', subject: `user:${userId}` });
    return { recovery_codes: codes };
  });
}
