import type { SignIn } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { recordNetwork, type UserRow } from '../users/index.ts';
import { identityOf } from './read-identity.ts';
import { insertSession } from './sessions.sql.ts';
import { hashToken, newToken } from './tokens.ts';

/** Where a sign-in came from, shown to the user later. */
export type SignInOrigin = {
  readonly address: string;
  readonly userAgent: string;
  /** Whether a two-factor code was given with the password. */
  readonly hasGivenCode?: boolean;
};

/** Opens a session and returns its token, which is never shown again. */
export async function openSession(ctx: Ctx, user: UserRow, origin: SignInOrigin): Promise<SignIn> {
  const { db, clock } = ctx;
  const token = newToken();
  const now = clock.now();
  await insertSession(db, {
    token_hash: hashToken(token),
    user_id: user.id,
    created_at: now,
    last_seen_at: now,
    address: origin.address,
    user_agent: origin.userAgent,
    code_at: origin.hasGivenCode ? now : null,
  });
  await recordNetwork(ctx, user.id, origin.address);
  return { token, ...(await identityOf(ctx, user)) };
}
