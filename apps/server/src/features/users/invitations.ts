import type { Data, Input } from '@portside/contract';
import { systemActor } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import type { MailMessage } from '../../platform/mail/mailer.ts';
import { dropQueuedMails, queueMails } from '../../platform/mail/outbox.sql.ts';
import { refuse } from '../../platform/refusal.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { recordOwnTies } from '../approvals/index.ts';
import { guessableNames, hashNewPassword, replacePassword } from './passwords/passwords.ts';
import { replaceEmail, voidWaitingEmail } from './propose-email.ts';
import { getUserDetails } from './user-details.sql.ts';
import { findUser, foldName, lockUser, type UserRow } from './users.sql.ts';
import { writeMail, type MailWords } from './write-mail.ts';

type InvitationsTable = { user_id: bigint; token_hash: Buffer | null; created_at: Date; expires_at: Date };

declare module '../../platform/db/db.ts' {
  interface Database {
    invitations: InvitationsTable;
  }
}

const VALID_FOR_MS = 3 * DAY_MS;

/** The kind of mail with a link to choose a first password. */
export const INVITATION_MAIL = 'invitation';

/** Mails a user a link with which they choose their first password; an earlier link ends. */
export async function invite({ db, clock }: Ctx, user: Pick<UserRow, 'id' | 'email'>): Promise<void> {
  const now = clock.now();
  const times = { created_at: now, expires_at: new Date(now.getTime() + VALID_FOR_MS) };
  await db
    .insertInto('invitations')
    .values({ user_id: user.id, token_hash: null, ...times })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ token_hash: null, ...times }))
    .execute();
  await dropQueuedMails(db, { kind: INVITATION_MAIL, reference: user.id });
  await queueMails(db, [{ kind: INVITATION_MAIL, reference: user.id, recipient: user.email }], now);
}

/** Whether a user was invited and has not accepted yet: they have never signed in. */
export async function isInvited(db: Db, userId: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('invitations')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Corrects the address of someone who is invited, at once, since nobody could stop it at the former one; they are invited
 * again, and the former link ends. Refuses a blocked user (userBlocked) and an address that is taken (userExists).
 */
export async function correctInvited(ctx: Ctx, user: UserRow, email: string): Promise<void> {
  if (user.status !== 'active') refuse('userBlocked');
  const former = await replaceEmail(ctx, { userId: user.id, email });
  await voidWaitingEmail(ctx, user.id, 'the address of an invitation was corrected', null);
  await recordOwnTies(ctx, [user.id]);
  await invite(ctx, { id: user.id, email });
  const subject = `user:${user.id}`;
  await recordAudit(ctx, { action: 'user.invite', subject, before: { email: former }, after: { email } });
}

/** Invites a user again who has not accepted yet. Refuses every other (notFound). */
export function sendInvitation(
  ctx: Ctx,
  { params }: Input<'sendInvitation'>,
): Promise<Data<'sendInvitation'>> {
  return inTransaction(ctx, async (step) => {
    const { db } = step;
    const id = BigInt(params.id);
    const user = await findUser(db, id);
    if (user?.status !== 'active' || !(await isInvited(db, id))) return refuse('notFound');
    await invite(step, user);
    await recordAudit(step, { action: 'user.invite', subject: `user:${id}`, after: { email: user.email } });
    return getUserDetails(db, id);
  });
}

/**
 * The mail with the link. The token is made here and only its hash is stored, so it exists in the mail alone; one that
 * is sent again has another. Null once the invitation was accepted or has ended, and for a former address.
 */
export async function renderInvitation(
  ctx: Ctx,
  reference: bigint,
  recipient: string,
): Promise<MailMessage | null> {
  const invited = await findUser(ctx.db, reference);
  if (invited?.email_key !== foldName(recipient)) return null;
  const token = newToken();
  const row = await ctx.db
    .updateTable('invitations')
    .set({ token_hash: hashToken(token) })
    .where('user_id', '=', reference)
    .where('expires_at', '>', ctx.clock.now())
    .returning('user_id')
    .executeTakeFirst();
  // In the fragment, which no proxy and no log sees.
  const link = `${ctx.publicUrl}/login?mode=invited#${token}`;
  return row && invited.status === 'active' ? writeMail(ctx, invited, words, { link }) : null;
}

/** Who is invited by a link. Refuses one that was used or replaced, or has expired (codeExpired). */
export async function readInvitation(
  ctx: Ctx,
  { body }: Input<'readInvitation'>,
): Promise<Data<'readInvitation'>> {
  const { username, email } = await findInvited(ctx, body.token);
  return { username, email };
}

/**
 * Sets the first password of the one who is invited by a link, by the rules for admins. Refuses what `readInvitation`
 * refuses, and a weak password. The link ends with it, as all are that somebody else could use.
 */
export async function acceptInvitation(ctx: Ctx, { body }: Input<'acceptInvitation'>): Promise<null> {
  const { id, username, email } = await findInvited(ctx, body.token);
  const names = await guessableNames(ctx.db, username, email);
  const passwordHash = await hashNewPassword(body.password, { isAdmin: true, names });
  await inTransaction(ctx, async (inner) => {
    // First, as whoever corrects the address does.
    await lockUser(inner.db, id);
    const ended = await endInvitation(inner.db, id, hashToken(body.token));
    if (!ended) refuse('codeExpired', 'used');
    const step = { ...inner, actor: systemActor('invitation') };
    await replacePassword(step, id, passwordHash);
    await recordAudit(step, { action: 'password.change', subject: `user:${id}` });
  });
  return null;
}

async function findInvited({ db, clock }: Ctx, token: string): Promise<UserRow> {
  const user = await db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.user_id')
    .selectAll('users')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', clock.now())
    .where('users.status', '=', 'active')
    .executeTakeFirst();
  return user ?? refuse('codeExpired', 'no such invitation');
}

/** Ends a user's invitation, or only that of a token; whether there was one. */
export async function endInvitation(db: Db, userId: bigint, tokenHash?: Buffer): Promise<boolean> {
  const ended = await db
    .deleteFrom('invitations')
    .where('user_id', '=', userId)
    .$if(tokenHash !== undefined, (query) => query.where('token_hash', '=', tokenHash!))
    .returning('user_id')
    .executeTakeFirst();
  return ended !== undefined;
}

const words: MailWords<{ readonly link: string }> = {
  en: ({ siteName, username, link }) => ({
    subject: `${siteName}: you are invited`,
    lines: [
      `You have been added to ${siteName} as ${username}. Choose your password here:`,
      link,
      'The link works once, for three days. If you did not expect this, ignore this e-mail.',
    ],
  }),
  'zh-cn': ({ siteName, username, link }) => ({
    subject: `${siteName}：邀请您加入`,
    lines: [
      `您已被添加到 ${siteName}，用户名为 ${username}。请在此设置密码：`,
      link,
      '该链接只能使用一次，三天内有效。如果您不清楚此事，请忽略本邮件。',
    ],
  }),
  pt: ({ siteName, username, link }) => ({
    subject: `${siteName}: você recebeu um convite`,
    lines: [
      `Você foi adicionado a ${siteName} como ${username}. Escolha sua senha aqui:`,
      link,
      'O link vale uma única vez, por três dias. Se você não esperava este convite, ignore este e-mail.',
    ],
  }),
  ru: ({ siteName, username, link }) => ({
    subject: `${siteName}: вас пригласили`,
    lines: [
      `Вас добавили в ${siteName} под именем ${username}. Задайте пароль по ссылке:`,
      link,
      'Ссылка работает один раз, в течение трёх дней. Если вы не ждали приглашения, ничего не делайте.',
    ],
  }),
};
