import type { SignIn } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { findUserByUsername, holdPassword } from '../users/index.ts';
import { checkPassword } from './check-password.ts';
import { openSession, type Origin } from './open-session.ts';

type Credentials = { readonly username: string; readonly password: string };

/**
 * Signs in by username and password. One answer, after the same work, for an unknown user and a wrong
 * password; that a user is frozen is told only to who knows the password.
 */
export async function login(ctx: Ctx, { username, password }: Credentials, origin: Origin): Promise<SignIn> {
  const user = await findUserByUsername(ctx.db, username);
  const isRight = await checkPassword(ctx, user, { username, password, address: origin.address });
  if (!user || !isRight || user.status === 'closed') return refuse('wrongLogin');
  if (user.status === 'frozen') refuse('accountFrozen');
  return inTransaction(ctx, async (inner) => {
    // Changed since it was checked: a session opened now would outlive those that the change has ended.
    if (!(await holdPassword(inner.db, user))) refuse('wrongLogin', 'password changed meanwhile');
    return openSession(inner, user, origin);
  });
}
