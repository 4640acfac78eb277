import type { EmailChange } from '@portside/contract';
import { userActor } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { DAY_MS } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import type { MailMessage } from '../../platform/mail/mailer.ts';
import { queueMails } from '../../platform/mail/outbox.sql.ts';
import { refuse } from '../../platform/refusal.ts';
import {
  findOpenProposal,
  findProposals,
  propose,
  recordTies,
  vetoOpenProposal,
  type Approved,
} from '../approvals/index.ts';
import { readPermissions } from '../roles/index.ts';
import { requireAuthorityOver } from './change-or-propose.ts';
import { findUser, findUserByEmail, foldName, refuseTaken, type UserRow } from './users.sql.ts';
import { writeMail, type MailWords } from './write-mail.ts';

/** The kind of the proposal behind an address that waits. */
export const EMAIL_PROPOSAL = 'emailChangeApproved';

/** The kinds of mail to the address in force: another one waits to replace it, and has replaced it. */
export const EMAIL_WAITS_MAIL = 'email-waits';
export const EMAIL_REPLACED_MAIL = 'email-replaced';

/** How long its owner, and admins who may change users, can stop it. */
const WAITS_MS = DAY_MS;

/** An e-mail address that an admin sets, as its proposal stores it. */
type EmailTerms = {
  readonly user_id: string;
  readonly username: string;
  readonly former: string;
  readonly email: string;
};

declare module '../../platform/events.ts' {
  interface EventPayloads {
    emailChangeApproved: Approved<EmailTerms>;
  }
}

const subjectOf = (userId: bigint): string => `user:${userId}`;

/**
 * Proposes another e-mail address for a user, as an admin with authority over them, and notifies the one in force:
 * whoever reads the new one can take over the profile, so it waits a day, or for a second person. Does nothing for the
 * address that waits. Refuses an address that is taken (userExists), another one beside one that waits (proposalOpen),
 * and a blocked user, who could not reject it (userBlocked).
 */
export async function proposeEmail(ctx: Ctx, user: UserRow, email: string): Promise<void> {
  if (user.status !== 'active') refuse('userBlocked');
  if ((await findWaitingEmail(ctx, user.id))?.email === email) return;
  const { id, settled_at: settledAt } = await propose(ctx, {
    kind: EMAIL_PROPOSAL,
    subject: subjectOf(user.id),
    terms: { user_id: user.id.toString(), username: user.username, former: user.email, email },
    reason: '',
    action: 'user.write',
    // An admin whose address it is counts as no second person: somebody else may use their session.
    beneficiaryId: user.id,
    waitsMs: WAITS_MS,
    requirePossible: async ({ db }) => {
      if (await findUserByEmail(db, email)) refuse('userExists', 'e-mail address');
    },
  });
  if (settledAt !== null) return;
  const mail = { kind: EMAIL_WAITS_MAIL, reference: id, recipient: user.email };
  await queueMails(ctx.db, [mail], ctx.clock.now());
}

/** The address that waits to replace a user's own; null for none. */
export async function findWaitingEmail({ db }: Ctx, userId: bigint): Promise<EmailChange | null> {
  const open = await findOpenProposal(db, EMAIL_PROPOSAL, subjectOf(userId));
  if (!open?.due_at) return null;
  return { email: (open.terms as EmailTerms).email, takes_effect_at: open.due_at.toISOString() };
}

/** Stops the address that waits for a user, in their name or, with `by` null, the shop's; false if none does. */
export const voidWaitingEmail = (
  ctx: Ctx,
  userId: bigint,
  reason: string,
  by: bigint | null = userId,
): Promise<boolean> =>
  vetoOpenProposal(ctx, { kind: EMAIL_PROPOSAL, subject: subjectOf(userId), by }, reason);

/**
 * Makes the change: codes and deliveries go to the new address from here on, all sessions end, and the former address is
 * notified. Refuses an address that was taken meanwhile (userExists), and a user over whom its proposer has lost
 * authority (noPermission): they may have become an admin.
 */
export async function applyEmail(
  ctx: Ctx,
  { proposalId, terms: { user_id: userId, email } }: Approved<EmailTerms>,
): Promise<void> {
  const [proposal] = await findProposals(ctx.db, [proposalId]);
  const { proposed_by: proposer, approved_by: approver } = proposal!;
  const user = (await findUser(ctx.db, BigInt(userId))) ?? refuse('notFound');
  const { actions } = await readPermissions(ctx.db, (await findUser(ctx.db, proposer!))!.role_id);
  await requireAuthorityOver({ ...ctx, actor: userActor(proposer!, { isAdmin: true, actions }) }, user);
  const former = await replaceEmail(ctx, { userId: user.id, email });
  for (const party of [proposer, approver]) if (party !== null) await recordTies(ctx, [user.id], party);
  const mail = { kind: EMAIL_REPLACED_MAIL, reference: user.id, recipient: former };
  await queueMails(ctx.db, [mail], ctx.clock.now());
  const subject = subjectOf(user.id);
  await recordAudit(ctx, { action: 'user.update', subject, before: { email: former }, after: { email } });
}

type NewEmail = { readonly userId: bigint; readonly email: string; readonly keptSessionId?: bigint };

/**
 * Sets an e-mail address that the user has confirmed, or that has waited its time, in the caller's transaction; announces
 * `credentialsChanged` and returns the former address. Refuses an address that is taken (userExists).
 */
export async function replaceEmail(ctx: Ctx, { email, ...whose }: NewEmail): Promise<string> {
  const former = await lockEmail(ctx.db, whose.userId);
  await ctx.db
    .updateTable('users')
    .set({ email, email_key: foldName(email) })
    .where('id', '=', whose.userId)
    .execute()
    .catch(refuseTaken);
  await ctx.events.announce(ctx, 'credentialsChanged', whose);
  return former;
}

async function lockEmail(db: Db, id: bigint): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return row.email;
}

/** The mail to the address in force while one that an admin has set waits; null once it no longer does. */
export async function renderEmailWaits(ctx: Ctx, proposalId: bigint): Promise<MailMessage | null> {
  const [proposal] = await findProposals(ctx.db, [proposalId]);
  if (!proposal?.due_at || proposal.settled_at !== null) return null;
  const user = await findUser(ctx.db, BigInt((proposal.terms as EmailTerms).user_id));
  if (!user) return null;
  // "21 November 2026 at 14:05".
  const until = new Intl.DateTimeFormat(user.language === 'en' ? 'en-GB' : user.language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(proposal.due_at);
  return writeMail(ctx, user, waitsWords, { until });
}

/** The mail to the former address after an admin has replaced it. */
export async function renderEmailReplaced(ctx: Ctx, userId: bigint): Promise<MailMessage | null> {
  const user = await findUser(ctx.db, userId);
  return user ? writeMail(ctx, user, replacedWords, {}) : null;
}

const waitsWords: MailWords<{ readonly until: string }> = {
  en: ({ siteName, username, until }) => ({
    subject: `${siteName}: your e-mail address is about to change`,
    lines: [
      `The shop is about to change the e-mail address of the profile ${username}. The new address takes effect on ${until} (UTC), or earlier if a second person at the shop confirms it. Until then, codes and deliveries still come to this address.`,
      'If you didn’t request this, sign in and reject the change on your profile page. If you can’t sign in, reset your password with a code sent to this address, or contact support immediately.',
    ],
  }),
  'zh-cn': ({ siteName, username, until }) => ({
    subject: `${siteName}：您的邮箱即将更改`,
    lines: [
      `商店即将更改用户 ${username} 的邮箱。新邮箱将于 ${until}（UTC）生效；如有另一位商店员工确认，则会提前生效。在此之前，验证码和订单内容仍会发送到此邮箱。`,
      '如果这不是您的要求，请登录并在个人信息页面拒绝此更改。如果无法登录，请用发送到此邮箱的验证码重置密码，或立即联系客服。',
    ],
  }),
  pt: ({ siteName, username, until }) => ({
    subject: `${siteName}: seu e-mail está prestes a mudar`,
    lines: [
      `A loja vai alterar o e-mail do perfil ${username}. O novo endereço passa a valer em ${until} (UTC), ou antes, se outra pessoa da equipe da loja confirmar. Até lá, códigos e entregas continuam chegando a este endereço.`,
      'Se você não pediu isso, entre e recuse a alteração na página do seu perfil. Se não conseguir entrar, redefina a senha com um código enviado a este endereço ou fale com o suporte imediatamente.',
    ],
  }),
  ru: ({ siteName, username, until }) => ({
    subject: `${siteName}: ваш адрес электронной почты скоро изменится`,
    lines: [
      `Магазин собирается изменить адрес почты в профиле ${username}. Новый адрес начнёт действовать ${until} (UTC) или раньше, если изменение подтвердит второй сотрудник магазина. До этого коды и заказы по-прежнему приходят на этот адрес.`,
      'Если вы об этом не просили, войдите и отклоните изменение на странице профиля. Если войти не получается, сбросьте пароль с помощью кода, который придёт на этот адрес, или сразу напишите в поддержку.',
    ],
  }),
};

const replacedWords: MailWords = {
  en: ({ siteName, username }) => ({
    subject: `${siteName}: your e-mail address has changed`,
    lines: [
      `The shop has changed the e-mail address of the profile ${username}. You will no longer receive e-mails about it here, and it has been signed out on all devices.`,
      'If you didn’t request this, contact support immediately.',
    ],
  }),
  'zh-cn': ({ siteName, username }) => ({
    subject: `${siteName}：您的邮箱已更改`,
    lines: [
      `商店已更改用户 ${username} 的邮箱。此邮箱将不再收到该用户的邮件，该用户已在所有设备上退出登录。`,
      '如果这不是您的要求，请立即联系客服。',
    ],
  }),
  pt: ({ siteName, username }) => ({
    subject: `${siteName}: seu e-mail foi alterado`,
    lines: [
      `A loja alterou o e-mail do perfil ${username}. Este endereço não receberá mais mensagens sobre ele, e todas as sessões foram encerradas.`,
      'Se você não pediu isso, fale com o suporte imediatamente.',
    ],
  }),
  ru: ({ siteName, username }) => ({
    subject: `${siteName}: ваш адрес электронной почты изменён`,
    lines: [
      `Магазин указал в профиле ${username} другой адрес почты. На этот адрес письма больше не придут, все сеансы завершены.`,
      'Если вы об этом не просили, сразу напишите в поддержку.',
    ],
  }),
};
