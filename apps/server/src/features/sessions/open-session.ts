import type { SignIn } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { notify } from '../notices/index.ts';
import { recordNetwork, type UserRow } from '../users/index.ts';
import { identityOf } from './read-identity.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';

/** Where a sign-in came from, shown to the user later. */
export type SignInOrigin = {
  readonly address: string;
  readonly userAgent: string;
  /** Whether a two-factor code was given with the password. */
  readonly hasGivenCode?: boolean;
};

const MOST_BROWSER = 120;

/**
 * Opens a session and returns its token, which is never shown again. The user is told of one from a network that they
 * have never signed in from before.
 */
export async function openSession(ctx: Ctx, user: UserRow, origin: SignInOrigin): Promise<SignIn> {
  const { db, clock } = ctx;
  const token = newToken();
  const now = clock.now();
  const times = { created_at: now, last_seen_at: now, code_at: origin.hasGivenCode ? now : null };
  const from = { address: origin.address, user_agent: origin.userAgent };
  const { id } = await db
    .insertInto('sessions')
    .values({ token_hash: hashToken(token), user_id: user.id, ...times, ...from })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (await recordNetwork(ctx, user.id, origin.address))
    await notify(ctx, {
      userId: user.id,
      event: 'signedInElsewhere',
      reference: id,
      facts: {
        at: `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
        address: origin.address,
        browser: origin.userAgent.slice(0, MOST_BROWSER),
      },
    });
  return { token, ...(await identityOf(ctx, user)) };
}
