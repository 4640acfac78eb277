import type { Input, UserDetails } from '@portside/contract';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { requireAuthorityOver } from './change-or-propose.ts';
import { proposeEmail, voidWaitingEmail } from './propose-email.ts';
import { takeUsername } from './take-username.ts';
import { getUserDetails } from './user-details.sql.ts';
import { foldName, lockUser, refuseTaken } from './users.sql.ts';

/**
 * Replaces username, language and e-mail address, as an admin. Another address waits (`proposeEmail`), another spelling
 * does not; the answer has the one in force. A new name stops an address that waits: its user was told the former name,
 * and could no longer sign in to reject it. Refuses a name that is taken (userExists), an admin with the caller's
 * permissions or more (noPermission), who changes theirs alone, and what `proposeEmail` refuses.
 */
export async function updateUser(ctx: Ctx, { params, body }: Input<'updateUser'>): Promise<UserDetails> {
  const userId = BigInt(params.id);
  const { username, language } = body;
  return inTransaction(ctx, async (step) => {
    const user = (await lockUser(step.db, userId)) ?? refuse('notFound');
    await requireAuthorityOver(step, user);
    const isSameEmail = foldName(body.email) === user.email_key;
    const before = { username: user.username, email: user.email, language: user.language };
    const after = { username, email: isSameEmail ? body.email : user.email, language };
    await step.db
      .updateTable('users')
      .set({ ...after, username_key: foldName(username) })
      .where('id', '=', userId)
      .execute()
      .catch(refuseTaken);
    const isRenamed = username !== user.username;
    if (isRenamed) await takeUsername(step.db, userId, username);
    await recordAudit(step, { action: 'user.update', subject: `user:${userId}`, before, after });
    if (isRenamed) await voidWaitingEmail(step, userId, 'the username was changed', null);
    if (!isSameEmail) await proposeEmail(step, { ...user, username }, body.email);
    return getUserDetails(step.db, userId);
  });
}
