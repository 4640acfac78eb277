import type { SignIn } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/refusal.ts';
import { findAgentByCode } from '../agents/index.ts';
import {
  createUser,
  guessableNames,
  hashNewPassword,
  requireSignUpProof,
  type ProofOfWork,
} from '../users/index.ts';
import { openSession, type SignInOrigin } from './open-session.ts';

type Registration = {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  /** An agent's promotion code. */
  readonly invitationCode: string | undefined;
  /** Where it was asked for (proofNeeded). */
  readonly proof?: ProofOfWork | undefined;
};

/**
 * Creates a buyer and signs them in, or changes nothing. Refuses a username or e-mail address that is taken
 * (userExists), a weak password, an unknown invitation code (agentDoesNotExist), and while very many sign up, one without
 * a proof of work (proofNeeded).
 */
export async function register(ctx: Ctx, registration: Registration, origin: SignInOrigin): Promise<SignIn> {
  const { username, email, password, invitationCode, proof } = registration;
  await requireSignUpProof(ctx, { username, proof });
  const passwordHash = await hashNewPassword(password, {
    isAdmin: false,
    names: await guessableNames(ctx.db, username, email),
  });
  return inTransaction(ctx, async (inner) => {
    const agentId = invitationCode === undefined ? null : await agentOf(inner.db, invitationCode);
    const { language } = inner;
    const user = await createUser(inner, { username, email, passwordHash, agentId, language, roleId: null });
    await inner.events.announce(inner, 'userRegistered', { userId: user.id, username });
    return openSession(inner, user, origin);
  });
}

declare module '../../platform/events.ts' {
  interface EventPayloads {
    /** Somebody made themselves a profile. */
    userRegistered: { readonly userId: bigint; readonly username: string };
  }
}

async function agentOf(db: Db, code: string): Promise<bigint> {
  const agent = await findAgentByCode(db, code);
  return agent?.user_id ?? refuse('agentDoesNotExist');
}
