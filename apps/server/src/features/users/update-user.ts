import type { Input, UserDetails } from '@portside/contract';
import { getUserDetails } from './user-details.sql.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { vetoOpenProposal } from '../approvals/index.ts';
import { refuse } from '../../platform/refusal.ts';
import { refuseTaken } from './create-user.ts';
import {
  foldName,
  lockUser,
  updateUserRow,
  type UserRow,
  lockEmail,
  updateEmail,
  findUser,
} from './users.sql.ts';
import { requireAuthorityOver } from './require-authority-over.ts';
import { takeUsername } from './take-username.ts';

/**
 * Replaces username and language, as an admin, and how the e-mail address is spelled; another address is not set here,
 * since it receives codes that reset the password. Refuses a name that is taken (userExists), and an admin with the
 * caller's permissions or more (noPermission): they change theirs themselves.
 */
async function updateProfile(
  ctx: Ctx,
  userId: bigint,
  { username, email: wanted, language }: Input<'updateUser'>['body'],
): Promise<void> {
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

/** The kind of the proposal behind an address that waits. */
export const EMAIL_PROPOSAL = 'emailChangeApproved';

/** Stops the address that waits for a user, in their name or, with `by` null, the shop's; false if none does. */
export const voidWaitingEmail = (
  ctx: Ctx,
  userId: bigint,
  reason: string,
  by: bigint | null = userId,
): Promise<boolean> => vetoOpenProposal(ctx, { kind: EMAIL_PROPOSAL, subject: `user:${userId}`, by }, reason);

/** Proposes another e-mail address; supplied by the feature that ends sessions. */
export type SetEmail = (ctx: Ctx, userId: bigint, email: string) => Promise<void>;

/**
 * Replaces username, e-mail address and language. Another address waits (`setEmail`); the answer has the one in force. A
 * new name stops an address that waits: its user was told the former one, and could no longer sign in to reject it.
 * Refuses what `updateProfile` and `setEmail` refuse.
 */
export const updateUser = (
  ctx: Ctx,
  setEmail: SetEmail,
  { params, body }: Input<'updateUser'>,
): Promise<UserDetails> =>
  inTransaction(ctx, async (step) => {
    const userId = BigInt(params.id);
    const before = await findUser(step.db, userId);
    await updateProfile(step, userId, body);
    if (before?.username !== body.username)
      await voidWaitingEmail(step, userId, 'the username was changed', null);
    await setEmail(step, userId, body.email);
    return getUserDetails(step.db, userId);
  });
