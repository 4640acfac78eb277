import type { Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { refuseTaken } from './create-user.ts';
import { foldName } from './fold-name.ts';
import { requireAuthorityOver } from './require-authority-over.ts';
import { takeUsername } from './usernames/take-username.ts';
import { lockUser, updateUserRow, type UserRow } from './users.sql.ts';

/**
 * Replaces username and language, as an admin, and how the e-mail address is spelled; another address is not set here,
 * since it receives codes that reset the password. Refuses a name that is taken (userExists), and an admin with the
 * caller's permissions or more (noPermission): they change theirs themselves.
 */
export async function updateProfile(
  ctx: Ctx,
  userId: bigint,
  { username, email: wanted, language }: Input<'updateUser'>['body'],
): Promise<void> {
  requireAction(ctx.actor, 'user.write');
  return inTransaction(ctx, async (step) => {
    const before = (await lockUser(step.db, userId)) ?? refuse('notFound');
    await requireAuthorityOver(step, before);
    const email = foldName(wanted) === before.email_key ? wanted : before.email;
    const change = { username, username_key: foldName(username), email, language };
    await updateUserRow(step.db, userId, change).catch(refuseTaken);
    if (before.username !== username) await takeUsername(step.db, userId, username);
    const after = { username, email, language };
    const subject = `user:${userId}`;
    await recordAudit(step, { action: 'user.update', subject, before: factsOf(before), after });
  });
}

const factsOf = ({ username, email, language }: UserRow) => ({ username, email, language });
