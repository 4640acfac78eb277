import { requireUser } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { findUser, hashNewPassword, holdPassword, updatePasswordHash } from '../users/index.ts';
import { checkPassword } from './check-password.ts';
import { endSessions } from './end-sessions.ts';

type Change = { readonly oldPassword: string; readonly password: string; readonly address: string };

/** Changes the own password, which the old one must allow; every session of the user ends, this one too. */
export async function changePassword(ctx: Ctx, { oldPassword, password, address }: Change): Promise<void> {
  const { userId, isAdmin } = requireUser(ctx.actor);
  const user = (await findUser(ctx.db, userId)) ?? refuse('notSignedIn');
  const guess = { username: user.username, password: oldPassword, address };
  if (!(await checkPassword(ctx, user, guess))) refuse('oldPasswordWrong');
  const passwordHash = await hashNewPassword(password, { isAdmin });
  await inTransaction(ctx, async (inner) => {
    if (!(await holdPassword(inner.db, user))) refuse('oldPasswordWrong', 'changed meanwhile');
    await updatePasswordHash(inner.db, userId, passwordHash);
    await endSessions(inner, userId);
  });
}
