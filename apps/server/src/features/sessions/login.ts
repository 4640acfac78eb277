import { acceptCode } from './two-factor/two-factor.ts';
import { isTwoFactorOn } from './two-factor/two-factor.sql.ts';
import type { ErrorName, SignIn } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import { recordSecurityEvent } from '../../platform/security-events.sql.ts';
import {
  checkPassword,
  clearSignInAttempts,
  findUserByUsername,
  lockPassword,
  rehashIfWeaker,
  requireSignInProof,
  type ProofOfWork,
  type UserRow,
} from '../users/index.ts';
import { createBlockedPass } from './authenticate.ts';
import { openSession, type SignInOrigin } from './open-session.ts';

type Credentials = {
  readonly username: string;
  readonly password: string;
  /** From the authenticator app, for users with a second factor. */
  readonly code?: string | undefined;
  /** Where it was asked for (proofNeeded). */
  readonly proof?: ProofOfWork | undefined;
};

const CALL = 'login';

/**
 * Signs in with username, password and, for users with a second factor, a code (twoFactorNeeded without one). An
 * unknown user and a wrong password get the same answer after the same work (wrongLogin); only a caller who knows the
 * password learns that the user has a second factor, and only one who has that too that they are frozen: the refusal
 * then has a pass for their conversation with support.
 */
export async function login(ctx: Ctx, credentials: Credentials, origin: SignInOrigin): Promise<SignIn> {
  const user = await findUserByUsername(ctx.db, credentials.username);
  const userId = user?.id ?? null;
  try {
    const signIn = await tryLogin(ctx, user, credentials, origin);
    await recordSecurityEvent(ctx, { kind: 'signIn', userId, call: CALL });
    return signIn;
  } catch (error) {
    if (error instanceof Refusal && !NO_GUESS.has(error.reason))
      await recordSecurityEvent(ctx, { kind: 'signInRefused', userId, call: CALL });
    throw error;
  }
}

/** Refusals of a sign-in that has not failed yet: the page asks for what is missing. */
const NO_GUESS: ReadonlySet<ErrorName> = new Set(['twoFactorNeeded', 'proofNeeded']);

async function tryLogin(
  ctx: Ctx,
  user: UserRow | undefined,
  { username, password, code, proof }: Credentials,
  origin: SignInOrigin,
): Promise<SignIn> {
  const { address } = origin;
  await requireSignInProof(ctx, user, { username, address, proof });
  const isRight = await checkPassword(ctx, user, { username, password, address });
  if (!user || !isRight || user.status === 'closed') return refuse('wrongLogin');
  const hasGivenCode = await isTwoFactorOn(ctx.db, user.id);
  if (hasGivenCode) await acceptCode(ctx, user.id, code ?? (await askForCode(ctx, username, address)));
  await clearSignInAttempts(ctx, { username, address });
  if (user.status === 'frozen')
    throw new Refusal('accountFrozen', undefined, [], createBlockedPass(ctx, user));
  const signIn = await inTransaction(ctx, async (inner) => {
    // What was checked may have changed since: a session opened now would survive the change, which ends all.
    if (!(await lockPassword(inner.db, user))) refuse('wrongLogin', 'password changed meanwhile');
    if (!hasGivenCode && (await isTwoFactorOn(inner.db, user.id))) refuse('twoFactorNeeded');
    return openSession(inner, user, { ...origin, hasGivenCode });
  });
  await rehashIfWeaker(ctx.db, user, password);
  return signIn;
}

/** The password was right and no code was sent: the attempt costs nothing, as the next one brings the code. */
async function askForCode(ctx: Ctx, username: string, address: string): Promise<never> {
  await clearSignInAttempts(ctx, { username, address });
  return refuse('twoFactorNeeded');
}
