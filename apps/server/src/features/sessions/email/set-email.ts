import type { EmailChange } from '@portside/contract';
import { requireUser, userActor } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { queueMails } from '../../../platform/mail/outbox.sql.ts';
import { refuse } from '../../../platform/refusal.ts';
import {
  findOpenProposal,
  findProposals,
  propose,
  vetoOpenProposal,
  type Approved,
} from '../../approvals/index.ts';
import { readPermissions } from '../../roles/index.ts';
import {
  findUser,
  findUserByEmail,
  foldName,
  recordTies,
  replaceEmail,
  requireAuthorityOver,
  type UserRow,
} from '../../users/index.ts';
import { endSessions } from '../end-sessions.ts';
import type { EmailTerms } from '../sessions.events.ts';

/** The kinds of mail to the address in force: another one waits to replace it, and has replaced it. */
export const EMAIL_WAITS_MAIL = 'email-waits';
export const EMAIL_REPLACED_MAIL = 'email-replaced';

const KIND = 'emailChangeApproved';
/** How long its owner, and admins who may change users, can stop it. */
const WAITS_MS = 24 * 3_600_000;

const subjectOf = (userId: bigint): string => `user:${userId}`;

/**
 * Proposes another e-mail address for a user, as an admin, and notifies the one in force: whoever reads the new one can
 * take over the profile, so it waits a day, or for a second person. Does nothing for the address in force and the one
 * that waits. Refuses an address that is taken (userExists), another one beside one that waits (proposalOpen), a blocked
 * user, who could not reject it (userBlocked), and an admin with the caller's permissions or more (noPermission).
 */
export async function setEmail(ctx: Ctx, userId: bigint, email: string): Promise<void> {
  const user = (await findUser(ctx.db, userId)) ?? refuse('notFound');
  if (foldName(email) === user.email_key) return;
  await requireAuthorityOver(ctx, user);
  if (user.status !== 'active') refuse('userBlocked');
  if ((await findWaiting(ctx, userId))?.email === email) return;
  const { id, settled_at: settledAt } = await propose(ctx, {
    kind: KIND,
    subject: subjectOf(userId),
    terms: { user_id: userId.toString(), username: user.username, former: user.email, email },
    reason: '',
    action: 'user.write',
    // An admin whose address it is counts as no second person: somebody else may use their session.
    beneficiaryId: userId,
    waitsMs: WAITS_MS,
    requirePossible: async ({ db }) => {
      if (await findUserByEmail(db, email)) refuse('userExists', 'e-mail address');
    },
  });
  if (settledAt !== null) return;
  const mail = { kind: EMAIL_WAITS_MAIL, reference: id, recipient: user.email };
  await queueMails(ctx.db, [mail], ctx.clock.now());
}

/** The address that waits to replace the caller's own; null for none. */
export const readEmailChange = (ctx: Ctx): Promise<EmailChange | null> =>
  findWaiting(ctx, requireUser(ctx.actor).userId);

async function findWaiting({ db }: Ctx, userId: bigint): Promise<EmailChange | null> {
  const open = await findOpenProposal(db, KIND, subjectOf(userId));
  if (!open?.due_at) return null;
  return { email: (open.terms as EmailTerms).email, takes_effect_at: open.due_at.toISOString() };
}

/** Rejects the address that waits, as its user. Refuses if none does (notFound). */
export const refuseEmailChange = (ctx: Ctx): Promise<void> =>
  inTransaction(ctx, async (step) => {
    const { userId } = requireUser(step.actor);
    if (!(await voidWaitingEmail(step, userId, 'rejected by the owner of the profile'))) refuse('notFound');
  });

/** Stops the address that waits for a user, in their name or, with `by` null, the shop's; false if none does. */
export const voidWaitingEmail = (
  ctx: Ctx,
  userId: bigint,
  reason: string,
  by: bigint | null = userId,
): Promise<boolean> => vetoOpenProposal(ctx, { kind: KIND, subject: subjectOf(userId), by }, reason);

/**
 * Makes the change: codes and deliveries go to the new address from here on, all sessions end, and the former address is
 * notified. Refuses an address that was taken meanwhile (userExists), and a user over whom who proposed it has no
 * authority any more (noPermission).
 */
export async function applyEmail(
  ctx: Ctx,
  { proposalId, terms: { user_id: userId, email } }: Approved<EmailTerms>,
): Promise<void> {
  const [proposal] = await findProposals(ctx.db, [proposalId]);
  const { proposed_by: proposer, approved_by: approver } = proposal!;
  const user = (await findUser(ctx.db, BigInt(userId))) ?? refuse('notFound');
  await requireAuthorityOfProposer(ctx, proposer!, user);
  const former = await replaceEmail(ctx, user.id, email);
  for (const party of [proposer, approver]) if (party !== null) await recordTies(ctx, [user.id], party);
  await endSessions(ctx, user.id);
  const mail = { kind: EMAIL_REPLACED_MAIL, reference: user.id, recipient: former };
  await queueMails(ctx.db, [mail], ctx.clock.now());
  const subject = subjectOf(user.id);
  await recordAudit(ctx, { action: 'user.update', subject, before: { email: former }, after: { email } });
}

/** The user may have become an admin while the change waited. */
async function requireAuthorityOfProposer(ctx: Ctx, proposerId: bigint, user: UserRow): Promise<void> {
  const proposer = await findUser(ctx.db, proposerId);
  const { actions } = await readPermissions(ctx.db, proposer!.role_id);
  await requireAuthorityOver({ ...ctx, actor: userActor(proposerId, { isAdmin: true, actions }) }, user);
}
