import type { Ctx } from '../../platform/context.ts';
import { refuseTaken } from './create-user.ts';
import { foldName } from './fold-name.ts';
import { lockEmail, updateEmail } from './users.sql.ts';

/**
 * Gives a user the address that he reads, says so, and answers the former one; a step of a transaction.
 * Refuses one that somebody else has (userExists).
 */
export async function replaceEmail(ctx: Ctx, userId: bigint, email: string): Promise<string> {
  const former = await lockEmail(ctx.db, userId);
  await updateEmail(ctx.db, userId, { email, email_key: foldName(email) }).catch(refuseTaken);
  await ctx.events.announce(ctx, 'credentialsChanged', { userId });
  return former;
}
