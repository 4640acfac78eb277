import type { SignIn } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import type { UserRow } from '../users/index.ts';
import { identityOf } from './read-identity.ts';
import { insertSession } from './sessions.sql.ts';
import { hashToken, newToken } from './tokens.ts';

/** Where a sign-in came from, shown to the user later. */
export type Origin = { readonly address: string; readonly userAgent: string };

/** Signs the user in with a new token, which is told here and never again. */
export async function openSession({ db, clock }: Ctx, user: UserRow, origin: Origin): Promise<SignIn> {
  const token = newToken();
  const now = clock.now();
  await insertSession(db, {
    token_hash: hashToken(token),
    user_id: user.id,
    created_at: now,
    last_seen_at: now,
    address: origin.address,
    user_agent: origin.userAgent,
  });
  return { token, ...(await identityOf(db, user)) };
}
