import { requireUser, userActor } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { queueMails } from '../../../platform/mail/outbox.sql.ts';
import { refuse } from '../../../platform/refusal.ts';
import {
  EMAIL_PROPOSAL,
  replaceEmail,
  voidWaitingEmail,
  foldName,
  findUser,
  findUserByEmail,
  requireAuthorityOver,
  type UserRow,
} from '../../users/index.ts';
import { endOtherSessions, endSessions } from '../list-sessions.ts';
import { requireCode, countCodeAttempt, markCodeUsed, requestCode } from '../mailed-codes.ts';
import { requireOwnPassword } from '../guard-secret.ts';
import type { EmailChange } from '@portside/contract';
import {
  recordTies,
  findOpenProposal,
  findProposals,
  propose,
  type Approved,
} from '../../approvals/index.ts';
import { readPermissions } from '../../roles/index.ts';

/** The kind of mail that notifies the former address. */
export const EMAIL_CHANGED_MAIL = 'email-changed';

/**
 * Changes the user's e-mail address to the one that received the newest code. Other sessions end, the former address
 * is notified, and an address that an admin has set does not take effect any more. Refuses a wrong or expired code (codeWrong, codeExpired) and an address that was taken
 * meanwhile (userExists), which only its reader can learn, because the code was sent there.
 */
export async function changeEmail(ctx: Ctx, code: string): Promise<void> {
  const { userId, sessionId, isAdmin } = requireUser(ctx.actor);
  const attempted = await countCodeAttempt(ctx.db, { purpose: 'email', userId });
  const { id, email } = requireCode(ctx, attempted, code);
  await inTransaction(ctx, async (step) => {
    const now = step.clock.now();
    if (!(await markCodeUsed(step.db, id, now))) refuse('codeExpired', 'used');
    const former = await replaceEmail(step, userId, email!);
    await voidWaitingEmail(step, userId, 'the owner of the profile has changed the address');
    await endOtherSessions(step, userId, sessionId);
    const mail = { kind: EMAIL_CHANGED_MAIL, reference: userId, recipient: former };
    await queueMails(step.db, [mail], now);
    const subject = `user:${userId}`;
    const facts = { before: { email: former }, after: { email } };
    if (isAdmin) await recordAudit(step, { action: 'email.change', subject, ...facts });
  });
}

/** The kind of mail to the address that a user wants to change to. */
export const EMAIL_CODE_MAIL = 'email-code';

type EmailChangeRequest = { readonly email: string; readonly password: string };

/**
 * Mails a code to the address that the user wants to change to. Needs their password (oldPasswordWrong) and a fresh
 * code if they have a second factor. Whether the address is taken shows in the mail only: neither the answer nor its
 * time reveals it to the caller.
 */
export async function sendEmailCode(ctx: Ctx, { email, password }: EmailChangeRequest): Promise<void> {
  const { userId } = requireUser(ctx.actor);
  const user = await requireOwnPassword(ctx, password);
  if (foldName(email) === user.email_key) refuse('invalidFormat', 'the same address');
  await inTransaction(ctx, async (step) => {
    const { reference } = await requestCode(step, { purpose: 'email', email, userId });
    const mail = { kind: EMAIL_CODE_MAIL, reference, recipient: email };
    await queueMails(step.db, [mail], step.clock.now());
  });
}

/** The kinds of mail to the address in force: another one waits to replace it, and has replaced it. */
export const EMAIL_WAITS_MAIL = 'email-waits';

export const EMAIL_REPLACED_MAIL = 'email-replaced';

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
    kind: EMAIL_PROPOSAL,
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
  const open = await findOpenProposal(db, EMAIL_PROPOSAL, subjectOf(userId));
  if (!open?.due_at) return null;
  return { email: (open.terms as EmailTerms).email, takes_effect_at: open.due_at.toISOString() };
}

/** Rejects the address that waits, as its user. Refuses if none does (notFound). */
export const refuseEmailChange = (ctx: Ctx): Promise<void> =>
  inTransaction(ctx, async (step) => {
    const { userId } = requireUser(step.actor);
    if (!(await voidWaitingEmail(step, userId, 'rejected by the owner of the profile'))) refuse('notFound');
  });

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

/** An e-mail address that an admin sets, as its proposal stores it. */
export type EmailTerms = {
  readonly user_id: string;
  readonly username: string;
  readonly former: string;
  readonly email: string;
};

declare module '../../../platform/events.ts' {
  interface EventPayloads {
    emailChangeApproved: Approved<EmailTerms>;
  }
}
