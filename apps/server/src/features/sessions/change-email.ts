import type { EmailChange } from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { MailMessage } from '../../platform/mail/mailer.ts';
import { queueMails } from '../../platform/mail/outbox.sql.ts';
import { refuse } from '../../platform/refusal.ts';
import {
  confirmAddress,
  findUser,
  findUserByEmail,
  findWaitingEmail,
  foldName,
  replaceEmail,
  voidWaitingEmail,
  writeMail,
  type MailWords,
} from '../users/index.ts';
import { requireOwnPassword } from './guard-secret.ts';
import {
  countCodeAttempt,
  findCode,
  issueCode,
  markCodeUsed,
  requestCode,
  requireCode,
} from './mailed-codes.ts';

/** The kinds of mail to the address that a user wants to change to, and to the former one. */
export const EMAIL_CODE_MAIL = 'email-code';
export const EMAIL_CHANGED_MAIL = 'email-changed';

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

/**
 * Changes the user's e-mail address to the one that received the newest code. Other sessions end, the former address is
 * notified, and an address that an admin has set no longer takes effect. Refuses a wrong or expired code (codeWrong,
 * codeExpired), and an address that was taken meanwhile (userExists): only its reader, who got the code, learns that.
 */
export async function changeEmail(ctx: Ctx, code: string): Promise<void> {
  const { userId, sessionId, isAdmin } = requireUser(ctx.actor);
  const attempted = await countCodeAttempt(ctx.db, { purpose: 'email', userId });
  const { id, email } = requireCode(ctx, attempted, code);
  await inTransaction(ctx, async (step) => {
    const now = step.clock.now();
    if (!(await markCodeUsed(step.db, id, now))) refuse('codeExpired', 'used');
    const former = await replaceEmail(step, { userId, email: email!, keptSessionId: sessionId });
    await confirmAddress(step, userId, email!);
    await voidWaitingEmail(step, userId, 'the owner of the profile has changed the address');
    const mail = { kind: EMAIL_CHANGED_MAIL, reference: userId, recipient: former };
    await queueMails(step.db, [mail], now);
    const subject = `user:${userId}`;
    const facts = { before: { email: former }, after: { email } };
    if (isAdmin) await recordAudit(step, { action: 'email.change', subject, ...facts });
  });
}

/** The address that waits to replace the caller's own; null for none. */
export const readEmailChange = (ctx: Ctx): Promise<EmailChange | null> =>
  findWaitingEmail(ctx, requireUser(ctx.actor).userId);

/** Rejects the address that waits, as its user. Refuses if none does (notFound). */
export const refuseEmailChange = (ctx: Ctx): Promise<void> =>
  inTransaction(ctx, async (step) => {
    const { userId } = requireUser(step.actor);
    if (!(await voidWaitingEmail(step, userId, 'rejected by the owner of the profile'))) refuse('notFound');
  });

/**
 * The mail to the address that a user wants to change to: a code or, if the address belongs to another user, a notice to
 * them. Null for a request that has ended.
 */
export async function renderEmailCode(
  ctx: Ctx,
  reference: bigint,
  recipient: string,
): Promise<MailMessage | null> {
  const owner = await findUserByEmail(ctx.db, recipient);
  if (owner) {
    const request = await findCode(ctx.db, reference);
    return request && request.user_id !== owner.id ? writeMail(ctx, owner, takenWords, {}) : null;
  }
  const issued = await issueCode(ctx, reference);
  const user = issued ? await findUser(ctx.db, issued.userId) : undefined;
  return issued && user ? writeMail(ctx, user, codeWords, { code: issued.code }) : null;
}

/** The mail to the former address after the user has changed it. */
export async function renderEmailChanged(ctx: Ctx, userId: bigint): Promise<MailMessage | null> {
  const user = await findUser(ctx.db, userId);
  return user ? writeMail(ctx, user, changedWords, {}) : null;
}

const codeWords: MailWords<{ readonly code: string }> = {
  en: ({ siteName, username, code }) => ({
    subject: `${siteName}: your verification code`,
    lines: [
      `${code} is your code to use this e-mail address for the profile ${username}. It is valid for 10 minutes.`,
      'If you didn’t request it, ignore this e-mail: nothing changes without the code. Never share this code with anyone.',
    ],
  }),
  'zh-cn': ({ siteName, username, code }) => ({
    subject: `${siteName}：您的验证码`,
    lines: [
      `${code} 是您的验证码，用于将用户 ${username} 的邮箱更改为此邮箱，10 分钟内有效。`,
      '如果不是您本人操作，请忽略本邮件，邮箱不会更改。请勿将验证码告诉任何人。',
    ],
  }),
  pt: ({ siteName, username, code }) => ({
    subject: `${siteName}: seu código de verificação`,
    lines: [
      `${code} é o seu código para usar este e-mail no perfil ${username}. Ele vale por 10 minutos.`,
      'Se você não pediu este código, ignore este e-mail: sem ele, nada muda. Nunca informe o código a ninguém.',
    ],
  }),
  ru: ({ siteName, username, code }) => ({
    subject: `${siteName}: ваш код подтверждения`,
    lines: [
      `${code}\u00a0— код подтверждения этого адреса для профиля ${username}. Он действует 10 минут.`,
      'Если вы не запрашивали код, ничего не делайте: без него ничего не изменится. Никому не сообщайте код.',
    ],
  }),
};

const takenWords: MailWords = {
  en: ({ siteName, username }) => ({
    subject: `${siteName}: someone tried to use your e-mail address`,
    lines: [
      `Someone tried to use this e-mail address for another profile. It belongs to the profile ${username}, so nothing has changed.`,
      `If this was you, sign in as ${username}, or choose a different address for the other profile. If it wasn’t, you don’t need to do anything.`,
    ],
  }),
  'zh-cn': ({ siteName, username }) => ({
    subject: `${siteName}：有人尝试使用您的邮箱`,
    lines: [
      `有人尝试将此邮箱用于另一个用户。此邮箱已属于用户 ${username}，因此未作任何更改。`,
      `如果是您本人操作，请以 ${username} 登录，或为另一个用户选择其他邮箱。如果不是，您无需任何操作。`,
    ],
  }),
  pt: ({ siteName, username }) => ({
    subject: `${siteName}: tentaram usar seu e-mail em outro perfil`,
    lines: [
      `Alguém tentou usar este e-mail em outro perfil. Ele já pertence ao perfil ${username}, por isso nada mudou.`,
      `Se foi você, entre como ${username} ou escolha outro e-mail para o outro perfil. Se não foi, não é preciso fazer nada.`,
    ],
  }),
  ru: ({ siteName, username }) => ({
    subject: `${siteName}: кто-то пытался указать ваш адрес`,
    lines: [
      `Кто-то пытался привязать этот адрес к другому профилю. Адрес уже привязан к профилю ${username}, поэтому ничего не изменилось.`,
      `Если это были вы, войдите как ${username} или укажите для другого профиля другой адрес. Если нет, ничего делать не нужно.`,
    ],
  }),
};

const changedWords: MailWords = {
  en: ({ siteName, username }) => ({
    subject: `${siteName}: your e-mail address has changed`,
    lines: [
      `The profile ${username} now has a different e-mail address. You will no longer receive e-mails about it here.`,
      'If this wasn’t you, someone knows your password: contact support immediately.',
    ],
  }),
  'zh-cn': ({ siteName, username }) => ({
    subject: `${siteName}：您的邮箱已更改`,
    lines: [
      `用户 ${username} 的邮箱已更改，此邮箱将不再收到该用户的邮件。`,
      '如果不是您本人操作，您的密码可能已泄露，请立即联系客服。',
    ],
  }),
  pt: ({ siteName, username }) => ({
    subject: `${siteName}: seu e-mail foi alterado`,
    lines: [
      `O perfil ${username} agora usa outro e-mail. Este endereço não receberá mais mensagens sobre ele.`,
      'Se não foi você, alguém sabe sua senha: fale com o suporte imediatamente.',
    ],
  }),
  ru: ({ siteName, username }) => ({
    subject: `${siteName}: ваш адрес электронной почты изменён`,
    lines: [
      `В профиле ${username} указан другой адрес почты. На этот адрес письма больше не придут.`,
      'Если это сделали не вы, кто-то знает ваш пароль. Сразу напишите в поддержку.',
    ],
  }),
};

/** The kind of mail with a code that confirms its address. */
export const CONFIRM_CODE_MAIL = 'confirm-code';

/** Mails a code to an address that accounts of the caller are to go to. Refuses as `requestCode` does. */
export async function sendConfirmCode(ctx: Ctx, email: string): Promise<void> {
  const { userId } = requireUser(ctx.actor);
  await inTransaction(ctx, async (step) => {
    const { reference, isMailed } = await requestCode(step, { purpose: 'confirm', email, userId });
    const mail = { kind: CONFIRM_CODE_MAIL, reference, recipient: email };
    if (isMailed) await queueMails(step.db, [mail], step.clock.now());
  });
}

/** Confirms the address that the newest code went to. Refuses a wrong or expired code (codeWrong, codeExpired). */
export async function confirmEmail(ctx: Ctx, code: string): Promise<void> {
  const { userId } = requireUser(ctx.actor);
  const attempted = await countCodeAttempt(ctx.db, { purpose: 'confirm', userId });
  const { id, email_key: email } = requireCode(ctx, attempted, code);
  await inTransaction(ctx, async (step) => {
    if (!(await markCodeUsed(step.db, id, step.clock.now()))) refuse('codeExpired', 'used');
    await confirmAddress(step, userId, email);
  });
}

/** Null for a request that has ended. */
export async function renderConfirmCode(ctx: Ctx, reference: bigint): Promise<MailMessage | null> {
  const issued = await issueCode(ctx, reference);
  const user = issued ? await findUser(ctx.db, issued.userId) : undefined;
  return issued && user ? writeMail(ctx, user, confirmWords, { code: issued.code }) : null;
}

const confirmWords: MailWords<{ readonly code: string }> = {
  en: ({ siteName, username, code }) => ({
    subject: `${siteName}: confirm your e-mail address`,
    lines: [
      `${code} is your code to confirm this e-mail address. Purchases of the profile ${username} will then be sent here. It is valid for 10 minutes.`,
      'If you didn’t request it, ignore this e-mail: nothing is sent here without the code. Never share this code with anyone.',
    ],
  }),
  'zh-cn': ({ siteName, username, code }) => ({
    subject: `${siteName}：请验证您的邮箱`,
    lines: [
      `${code} 是您的邮箱验证码，10 分钟内有效。验证后，用户 ${username} 购买的账号会发送到此邮箱。`,
      '如果不是您本人操作，请忽略本邮件，不会有账号发送到此邮箱。请勿将验证码告诉任何人。',
    ],
  }),
  pt: ({ siteName, username, code }) => ({
    subject: `${siteName}: confirme seu e-mail`,
    lines: [
      `${code} é o seu código para confirmar este e-mail. Depois disso, as compras do perfil ${username} serão enviadas para cá. Ele vale por 10 minutos.`,
      'Se você não pediu este código, ignore este e-mail: sem ele, nada será enviado para cá. Nunca informe o código a ninguém.',
    ],
  }),
  ru: ({ siteName, username, code }) => ({
    subject: `${siteName}: подтвердите адрес почты`,
    lines: [
      `${code}\u00a0— код подтверждения этого адреса. После этого покупки профиля ${username} будут приходить сюда. Код действует 10 минут.`,
      'Если вы не запрашивали код, ничего не делайте: без него сюда ничего не придёт. Никому не сообщайте код.',
    ],
  }),
};
