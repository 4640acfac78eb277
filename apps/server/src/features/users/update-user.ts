import type { Input, UserDetails } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { refuseTaken } from './create-user.ts';
import { foldName } from './fold-name.ts';
import { getUserDetails } from './user-details.sql.ts';
import { recordOwnTies } from './record-own-ties.ts';
import { requireAuthorityOver } from './require-authority-over.ts';
import { takeUsername } from './usernames/take-username.ts';
import { lockUser, updateUserRow, type UserRow } from './users.sql.ts';

/**
 * Replaces username, e-mail address and language. The address receives codes that reset the password, so changing it
 * counts as a change of credentials, and the former address is notified. Refuses a name or address that is taken
 * (userExists), and an admin with the caller's permissions or more (noPermission): they change theirs themselves.
 */
export async function updateUser(ctx: Ctx, { params, body }: Input<'updateUser'>): Promise<UserDetails> {
  requireAction(ctx.actor, 'user.write');
  const userId = BigInt(params.id);
  const { username, email, language } = body;
  return inTransaction(ctx, async (step) => {
    const before = (await lockUser(step.db, userId)) ?? refuse('notFound');
    await requireAuthorityOver(step, before);
    const change = {
      username,
      username_key: foldName(username),
      email,
      email_key: foldName(email),
      language,
    };
    await updateUserRow(step.db, userId, change).catch(refuseTaken);
    if (before.username !== username) await takeUsername(step.db, userId, username);
    if (before.email_key !== change.email_key) {
      await recordOwnTies(step, [userId]);
      await step.events.announce(step, 'credentialsChanged', { userId });
      await step.events.announce(step, 'emailReplaced', { userId, former: before.email });
    }
    const after = { username, email, language };
    const subject = `user:${userId}`;
    await recordAudit(step, { action: 'user.update', subject, before: factsOf(before), after });
    return getUserDetails(step.db, userId);
  });
}

const factsOf = ({ username, email, language }: UserRow) => ({ username, email, language });
