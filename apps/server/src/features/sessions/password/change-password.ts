import { requireUser } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { hashNewPassword, holdPassword, replacePassword } from '../../users/index.ts';
import { endSessions } from '../end-sessions.ts';
import { requireOwnPassword } from './require-own-password.ts';

type Change = { readonly oldPassword: string; readonly password: string; readonly address: string };

/** Changes the own password, which the old one must allow; every session of the user ends, this one too. */
export async function changePassword(ctx: Ctx, { oldPassword, password, address }: Change): Promise<void> {
  const { userId, isAdmin } = requireUser(ctx.actor);
  const user = await requireOwnPassword(ctx, userId, { password: oldPassword, address });
  if (user.must_change_password && password === oldPassword) refuse('invalidFormat', 'the same password');
  const passwordHash = await hashNewPassword(password, { isAdmin });
  await inTransaction(ctx, async (step) => {
    if (!(await holdPassword(step.db, user))) refuse('oldPasswordWrong', 'changed meanwhile');
    await replacePassword(step, userId, passwordHash);
    await endSessions(step, userId);
    if (isAdmin) await recordAudit(step, { action: 'password.change', subject: `user:${userId}` });
  });
}
