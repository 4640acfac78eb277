import type { SignIn } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { acceptCode, isTwoFactorOn } from '../two-factor/index.ts';
import { checkPassword, findUserByUsername, holdPassword } from '../users/index.ts';
import { openSession, type Origin } from './open-session.ts';

type Credentials = {
  readonly username: string;
  readonly password: string;
  /** Of the authenticator app, where the user has one. */
  readonly code?: string | undefined;
};

/**
 * Signs in by username, password and, where the user has a second factor, a code (twoFactorNeeded without
 * one). One answer, after the same work, for an unknown user and a wrong password; that a user is frozen or
 * has a second factor is told only to who knows the password.
 */
export async function login(
  ctx: Ctx,
  { username, password, code }: Credentials,
  origin: Origin,
): Promise<SignIn> {
  const user = await findUserByUsername(ctx.db, username);
  const isRight = await checkPassword(ctx, user, { username, password, address: origin.address });
  if (!user || !isRight || user.status === 'closed') return refuse('wrongLogin');
  if (user.status === 'frozen') refuse('accountFrozen');
  const hasGivenCode = await isTwoFactorOn(ctx.db, user.id);
  if (hasGivenCode) await acceptCode(ctx, user.id, code ?? refuse('twoFactorNeeded'));
  return inTransaction(ctx, async (inner) => {
    // Changed since it was checked: a session opened now would outlive those that the change has ended.
    if (!(await holdPassword(inner.db, user))) refuse('wrongLogin', 'password changed meanwhile');
    return openSession(inner, user, { ...origin, hasGivenCode });
  });
}
