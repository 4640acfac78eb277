import type { Ctx } from '../../platform/context.ts';
import { refuseTaken } from './create-user.ts';
import { foldName } from './fold-name.ts';
import { lockEmail, updateEmail } from './users.sql.ts';

/**
 * Sets an e-mail address that the user has confirmed, or that has waited its time, announces `credentialsChanged` and returns the former address.
 * Runs in the caller's transaction. Refuses an address that is taken (userExists).
 */
export async function replaceEmail(ctx: Ctx, userId: bigint, email: string): Promise<string> {
  const former = await lockEmail(ctx.db, userId);
  await updateEmail(ctx.db, userId, { email, email_key: foldName(email) }).catch(refuseTaken);
  await ctx.events.announce(ctx, 'credentialsChanged', { userId });
  return former;
}
