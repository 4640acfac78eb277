import type { SignIn } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { acceptCode, isTwoFactorOn } from '../two-factor/index.ts';
import { checkPassword, findUserByUsername, lockPassword } from '../users/index.ts';
import { openSession, type SignInOrigin } from './open-session.ts';

type Credentials = {
  readonly username: string;
  readonly password: string;
  /** From the authenticator app, for users with a second factor. */
  readonly code?: string | undefined;
};

/**
 * Signs in with username, password and, for users with a second factor, a code (twoFactorNeeded without one). An
 * unknown user and a wrong password get the same answer after the same work (wrongLogin); only a caller who knows the
 * password learns that the user is frozen or has a second factor.
 */
export async function login(
  ctx: Ctx,
  { username, password, code }: Credentials,
  origin: SignInOrigin,
): Promise<SignIn> {
  const user = await findUserByUsername(ctx.db, username);
  const isRight = await checkPassword(ctx, user, { username, password, address: origin.address });
  if (!user || !isRight || user.status === 'closed') return refuse('wrongLogin');
  if (user.status === 'frozen') refuse('accountFrozen');
  const hasGivenCode = await isTwoFactorOn(ctx.db, user.id);
  if (hasGivenCode) await acceptCode(ctx, user.id, code ?? refuse('twoFactorNeeded'));
  return inTransaction(ctx, async (inner) => {
    // The password has changed since it was checked: a session opened now would survive the change, which ends all.
    if (!(await lockPassword(inner.db, user))) refuse('wrongLogin', 'password changed meanwhile');
    return openSession(inner, user, { ...origin, hasGivenCode });
  });
}
