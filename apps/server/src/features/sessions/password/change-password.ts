import { requireUser } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { guessableNames, hashNewPassword, lockPassword, replacePassword } from '../../users/index.ts';
import { endSessions } from '../end-sessions.ts';
import { requireOwnPassword } from './require-own-password.ts';

type Change = { readonly oldPassword: string; readonly password: string };

/**
 * Changes the caller's password and ends all their sessions, this one too. Refuses a wrong old password
 * (oldPasswordWrong), a weak new one, and the same one where it must be changed (invalidFormat).
 */
export async function changePassword(ctx: Ctx, { oldPassword, password }: Change): Promise<void> {
  const { userId, isAdmin } = requireUser(ctx.actor);
  const user = await requireOwnPassword(ctx, oldPassword);
  if (user.must_change_password && password === oldPassword) refuse('invalidFormat', 'the same password');
  const passwordHash = await hashNewPassword(password, {
    isAdmin,
    names: await guessableNames(ctx.db, user.username, user.email),
  });
  await inTransaction(ctx, async (step) => {
    if (!(await lockPassword(step.db, user))) refuse('oldPasswordWrong', 'changed meanwhile');
    await replacePassword(step, userId, passwordHash);
    await endSessions(step, userId);
    if (isAdmin) await recordAudit(step, { action: 'password.change', subject: `user:${userId}` });
  });
}
