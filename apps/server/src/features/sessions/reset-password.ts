import { systemActor, requireUser } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { addressBlock } from '../../platform/ip-address.ts';
import type { MailMessage } from '../../platform/mail/mailer.ts';
import { queueMails } from '../../platform/mail/outbox.sql.ts';
import { refuse } from '../../platform/refusal.ts';
import {
  findUser,
  findUserByEmail,
  foldName,
  guessableNames,
  hashNewPassword,
  refuseWeakPassword,
  replacePassword,
  voidWaitingEmail,
  writeMail,
  type MailWords,
  type UserRow,
  lockPassword,
} from '../users/index.ts';
import {
  requestCode,
  issueCode,
  hashRequest,
  requireCode,
  countCodeAttempt,
  markCodeUsed,
  type MailedCodeRow,
} from './mailed-codes.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { requireOwnPassword } from './guard-secret.ts';

/** The kind of mail with a reset code. */
export const RESET_MAIL = 'reset-code';

/**
 * Queues a code to reset a forgotten password. An unknown address leaves the same rows as a known one, including a
 * mail that is dropped when it is rendered, so that answers, limits and times do not differ. Who has asked gets
 * `request`, without which nobody can try the code from elsewhere.
 */
export function sendResetCode(ctx: Ctx, email: string): Promise<{ request: string }> {
  return inTransaction(ctx, async (step) => {
    const user = await findUserByEmail(step.db, email);
    const userId = user && user.status !== 'closed' ? user.id : null;
    const { reference, request } = await requestCode(step, { purpose: 'password', email, userId });
    const recipient = user?.email ?? email;
    await queueMails(step.db, [{ kind: RESET_MAIL, reference, recipient }], step.clock.now());
    return { request };
  });
}

/** The mail with a reset code; null for an unknown address or a request that has ended. */
export async function renderResetCode(ctx: Ctx, reference: bigint): Promise<MailMessage | null> {
  const issued = await issueCode(ctx, reference);
  const user = issued ? await findUser(ctx.db, issued.userId) : undefined;
  return issued && user ? writeMail(ctx, user, resetCodeWords, { code: issued.code }) : null;
}

type Reset = {
  readonly email: string;
  readonly code: string;
  readonly password: string;
  readonly request?: string | undefined;
};

/**
 * Sets a new password with the newest mailed code of the one who asked for it (`request`, or the network) and ends all
 * sessions of the user. Refuses a wrong, used or expired code and the sixth attempt (`requireCode`), and a weak
 * password. The attempt is counted outside the transaction, so that a refusal does not undo it.
 */
export async function resetPassword(ctx: Ctx, { email, code, password, request }: Reset): Promise<void> {
  refuseWeakPassword(password, { isAdmin: false });
  const asked = { purpose: 'password', emailKey: foldName(email) } as const;
  const from =
    request === undefined ? { network: addressBlock(ctx.address) } : { requestHash: hashRequest(request) };
  const attempted = await countCodeAttempt(ctx.db, { ...asked, ...from });
  const { id, user } = await acceptResetCode(ctx, attempted, code);
  const passwordHash = await hashNewPassword(password, {
    isAdmin: user.role_id !== null,
    names: await guessableNames(ctx.db, user.username, user.email),
  });
  await inTransaction(ctx, async (inner) => {
    if (!(await markCodeUsed(inner.db, id, inner.clock.now()))) refuse('codeExpired', 'used');
    await replacePassword(inner, user.id, passwordHash);
    // Whoever reads the address in force has been told of the other one, and answers by this.
    const shop = { ...inner, actor: systemActor('password reset') };
    await voidWaitingEmail(shop, user.id, 'the password was reset by e-mail');
  });
}

/** The user of the code. A code that was sent to a former address of the user is refused (codeWrong). */
async function acceptResetCode(
  ctx: Ctx,
  attempted: MailedCodeRow | undefined,
  code: string,
): Promise<{ id: bigint; user: UserRow }> {
  const { id, user_id: userId, email_key: emailKey } = requireCode(ctx, attempted, code);
  const user = await findUser(ctx.db, userId);
  if (!user || user.status === 'closed' || user.email_key !== emailKey) return refuse('codeWrong');
  return { id, user };
}

/** The code comes first, because it is all that most readers look for. */
const resetCodeWords: MailWords<{ readonly code: string }> = {
  en: ({ siteName, username, code }) => ({
    subject: `${siteName}: your verification code`,
    lines: [
      `${code} is your code to set a new password. It is valid for 10 minutes.`,
      `It is for the profile ${username}.`,
      'If you didn’t request it, ignore this e-mail: your password stays the same. Never share this code with anyone.',
    ],
  }),
  'zh-cn': ({ siteName, username, code }) => ({
    subject: `${siteName}：您的验证码`,
    lines: [
      `${code} 是您的重置密码验证码，10 分钟内有效。`,
      `用户名：${username}。`,
      '如果不是您本人操作，请忽略本邮件，密码不会改变。请勿将验证码告诉任何人。',
    ],
  }),
  pt: ({ siteName, username, code }) => ({
    subject: `${siteName}: seu código de verificação`,
    lines: [
      `${code} é o seu código para definir uma nova senha. Ele vale por 10 minutos.`,
      `O código vale para o perfil ${username}.`,
      'Se você não pediu este código, ignore este e-mail: sua senha não muda. Nunca informe o código a ninguém.',
    ],
  }),
  ru: ({ siteName, username, code }) => ({
    subject: `${siteName}: ваш код подтверждения`,
    lines: [
      `${code}\u00a0— код для смены пароля. Он действует 10 минут.`,
      `Профиль: ${username}.`,
      'Если вы не запрашивали код, ничего не делайте: пароль не изменится. Никому не сообщайте код.',
    ],
  }),
};

type Change = { readonly oldPassword: string; readonly password: string };

/**
 * Changes the caller's password and ends all their sessions, this one too. Refuses a wrong old password
 * (oldPasswordWrong), a weak new one, and the same one if it must be changed (invalidFormat).
 */
export async function changePassword(ctx: Ctx, { oldPassword, password }: Change): Promise<void> {
  const { userId, isAdmin } = requireUser(ctx.actor);
  const user = await requireOwnPassword(ctx, oldPassword);
  if (user.must_change_password && password === oldPassword) refuse('invalidFormat', 'the same password');
  const passwordHash = await hashNewPassword(password, {
    isAdmin,
    names: await guessableNames(ctx.db, user.username, user.email),
  });
  await inTransaction(ctx, async (step) => {
    if (!(await lockPassword(step.db, user))) refuse('oldPasswordWrong', 'changed meanwhile');
    await replacePassword(step, userId, passwordHash);
    if (isAdmin) await recordAudit(step, { action: 'password.change', subject: `user:${userId}` });
  });
}
