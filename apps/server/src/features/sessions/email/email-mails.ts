import type { Ctx } from '../../../platform/context.ts';
import { toHtml } from '../../../platform/html.ts';
import type { MailMessage } from '../../../platform/mail/mailer.ts';
import { findProposals } from '../../approvals/index.ts';
import { readShopName } from '../../settings/index.ts';
import { findUser, findUserByEmail, type UserRow } from '../../users/index.ts';
import { issueCode, findCode } from '../mailed-codes.ts';
import type { EmailTerms } from './change-email.ts';
import type { Language } from '@portside/contract';

/**
 * The mail to the address that a user wants to change to: a code, or, where the address belongs to another user, a
 * notice to them. Null for a request that has ended.
 */
export async function renderEmailCode(
  ctx: Ctx,
  reference: bigint,
  recipient: string,
): Promise<MailMessage | null> {
  const owner = await findUserByEmail(ctx.db, recipient);
  if (owner) {
    const request = await findCode(ctx.db, reference);
    return request && request.user_id !== owner.id ? write(ctx, owner, { is: 'taken' }) : null;
  }
  const issued = await issueCode(ctx, reference);
  const user = issued ? await findUser(ctx.db, issued.userId) : undefined;
  return issued && user ? write(ctx, user, { is: 'code', code: issued.code }) : null;
}

/** The mail to the address in force while one that an admin has set waits; null once it does not any more. */
export async function renderEmailWaits(ctx: Ctx, proposalId: bigint): Promise<MailMessage | null> {
  const [proposal] = await findProposals(ctx.db, [proposalId]);
  if (!proposal?.due_at || proposal.settled_at !== null) return null;
  const { user_id: userId } = proposal.terms as EmailTerms;
  return renderNotice(ctx, BigInt(userId), { is: 'waits', until: proposal.due_at });
}

/** The mail to the former address after the user has changed it. */
export const renderEmailChanged = (ctx: Ctx, userId: bigint) => renderNotice(ctx, userId, { is: 'changed' });

/** The mail to the former address after an admin has replaced it. */
export const renderEmailReplaced = (ctx: Ctx, userId: bigint) =>
  renderNotice(ctx, userId, { is: 'replaced' });

async function renderNotice(ctx: Ctx, userId: bigint, notice: EmailNotice): Promise<MailMessage | null> {
  const user = await findUser(ctx.db, userId);
  return user ? write(ctx, user, notice) : null;
}

async function write({ db }: Ctx, user: UserRow, notice: EmailNotice): Promise<MailMessage> {
  const siteName = await readShopName(db, user.language);
  const { subject, lines } = emailTexts(user.language, { siteName, username: user.username }, notice);
  return { subject, text: lines.join('\n\n'), html: toHtml(lines) };
}

type Facts = { readonly siteName: string; readonly username: string };

type Texts = { readonly subject: string; readonly lines: readonly string[] };

/** The mails about a change of e-mail address. */
type EmailNotice =
  | { readonly is: 'code'; readonly code: string }
  | { readonly is: 'taken' }
  | { readonly is: 'changed' }
  | { readonly is: 'waits'; readonly until: Date }
  | { readonly is: 'replaced' };

type Wording = {
  readonly code: (facts: Facts, code: string) => Texts;
  readonly taken: (facts: Facts) => Texts;
  readonly changed: (facts: Facts) => Texts;
  readonly waits: (facts: Facts, until: string) => Texts;
  readonly replaced: (facts: Facts) => Texts;
};

const words: Record<Language, Wording> = {
  en: {
    code: ({ siteName, username }, code) => ({
      subject: `${siteName}: your verification code`,
      lines: [
        `${code} is your code to use this e-mail address for the profile ${username}. It is valid for 10 minutes.`,
        'If you didn’t request it, ignore this e-mail: nothing changes without the code. Never share this code with anyone.',
      ],
    }),
    taken: ({ siteName, username }) => ({
      subject: `${siteName}: someone tried to use your e-mail address`,
      lines: [
        `Someone tried to use this e-mail address for another profile. It belongs to the profile ${username}, so nothing has changed.`,
        `If this was you, sign in as ${username}, or choose a different address for the other profile. If it wasn’t, you don’t need to do anything.`,
      ],
    }),
    changed: ({ siteName, username }) => ({
      subject: `${siteName}: your e-mail address has changed`,
      lines: [
        `The profile ${username} now has a different e-mail address. You will no longer receive e-mails about it here.`,
        'If this wasn’t you, someone knows your password: contact support immediately.',
      ],
    }),
    waits: ({ siteName, username }, until) => ({
      subject: `${siteName}: your e-mail address is about to change`,
      lines: [
        `The shop is about to change the e-mail address of the profile ${username}. The new address takes effect on ${until} (UTC), or earlier if a second person at the shop confirms it. Until then, codes and deliveries still come to this address.`,
        'If you didn’t request this, sign in and reject the change on your profile page. If you can’t sign in, reset your password with a code sent to this address, or contact support immediately.',
      ],
    }),
    replaced: ({ siteName, username }) => ({
      subject: `${siteName}: your e-mail address has changed`,
      lines: [
        `The shop has changed the e-mail address of the profile ${username}. You will no longer receive e-mails about it here, and it has been signed out on all devices.`,
        'If you didn’t request this, contact support immediately.',
      ],
    }),
  },
  'zh-cn': {
    code: ({ siteName, username }, code) => ({
      subject: `${siteName}：您的验证码`,
      lines: [
        `${code} 是您的验证码，用于将用户 ${username} 的邮箱更改为此邮箱，10 分钟内有效。`,
        '如果不是您本人操作，请忽略本邮件，邮箱不会更改。请勿将验证码告诉任何人。',
      ],
    }),
    taken: ({ siteName, username }) => ({
      subject: `${siteName}：有人尝试使用您的邮箱`,
      lines: [
        `有人尝试将此邮箱用于另一个用户。此邮箱已属于用户 ${username}，因此未作任何更改。`,
        `如果是您本人操作，请以 ${username} 登录，或为另一个用户选择其他邮箱。如果不是，您无需任何操作。`,
      ],
    }),
    changed: ({ siteName, username }) => ({
      subject: `${siteName}：您的邮箱已更改`,
      lines: [
        `用户 ${username} 的邮箱已更改，此邮箱将不再收到该用户的邮件。`,
        '如果不是您本人操作，您的密码可能已泄露，请立即联系客服。',
      ],
    }),
    waits: ({ siteName, username }, until) => ({
      subject: `${siteName}：您的邮箱即将更改`,
      lines: [
        `商店即将更改用户 ${username} 的邮箱。新邮箱将于 ${until}（UTC）生效；如有另一位商店员工确认，则会提前生效。在此之前，验证码和订单内容仍会发送到此邮箱。`,
        '如果这不是您的要求，请登录并在个人信息页面拒绝此更改。如果无法登录，请用发送到此邮箱的验证码重置密码，或立即联系客服。',
      ],
    }),
    replaced: ({ siteName, username }) => ({
      subject: `${siteName}：您的邮箱已更改`,
      lines: [
        `商店已更改用户 ${username} 的邮箱。此邮箱将不再收到该用户的邮件，该用户已在所有设备上退出登录。`,
        '如果这不是您的要求，请立即联系客服。',
      ],
    }),
  },
  pt: {
    code: ({ siteName, username }, code) => ({
      subject: `${siteName}: seu código de verificação`,
      lines: [
        `${code} é o seu código para usar este e-mail no perfil ${username}. Ele vale por 10 minutos.`,
        'Se você não pediu este código, ignore este e-mail: sem ele, nada muda. Nunca informe o código a ninguém.',
      ],
    }),
    taken: ({ siteName, username }) => ({
      subject: `${siteName}: tentaram usar seu e-mail em outro perfil`,
      lines: [
        `Alguém tentou usar este e-mail em outro perfil. Ele já pertence ao perfil ${username}, por isso nada mudou.`,
        `Se foi você, entre como ${username} ou escolha outro e-mail para o outro perfil. Se não foi, não é preciso fazer nada.`,
      ],
    }),
    changed: ({ siteName, username }) => ({
      subject: `${siteName}: seu e-mail foi alterado`,
      lines: [
        `O perfil ${username} agora usa outro e-mail. Este endereço não receberá mais mensagens sobre ele.`,
        'Se não foi você, alguém sabe sua senha: fale com o suporte imediatamente.',
      ],
    }),
    waits: ({ siteName, username }, until) => ({
      subject: `${siteName}: seu e-mail está prestes a mudar`,
      lines: [
        `A loja vai alterar o e-mail do perfil ${username}. O novo endereço passa a valer em ${until} (UTC), ou antes, se outra pessoa da equipe da loja confirmar. Até lá, códigos e entregas continuam chegando a este endereço.`,
        'Se você não pediu isso, entre e recuse a alteração na página do seu perfil. Se não conseguir entrar, redefina a senha com um código enviado a este endereço ou fale com o suporte imediatamente.',
      ],
    }),
    replaced: ({ siteName, username }) => ({
      subject: `${siteName}: seu e-mail foi alterado`,
      lines: [
        `A loja alterou o e-mail do perfil ${username}. Este endereço não receberá mais mensagens sobre ele, e todas as sessões foram encerradas.`,
        'Se você não pediu isso, fale com o suporte imediatamente.',
      ],
    }),
  },
  ru: {
    code: ({ siteName, username }, code) => ({
      subject: `${siteName}: ваш код подтверждения`,
      lines: [
        `${code}\u00a0— код подтверждения этого адреса для профиля ${username}. Он действует 10 минут.`,
        'Если вы не запрашивали код, ничего не делайте: без него ничего не изменится. Никому не сообщайте код.',
      ],
    }),
    taken: ({ siteName, username }) => ({
      subject: `${siteName}: кто-то пытался указать ваш адрес`,
      lines: [
        `Кто-то пытался привязать этот адрес к другому профилю. Адрес уже привязан к профилю ${username}, поэтому ничего не изменилось.`,
        `Если это были вы, войдите как ${username} или укажите для другого профиля другой адрес. Если нет, ничего делать не нужно.`,
      ],
    }),
    changed: ({ siteName, username }) => ({
      subject: `${siteName}: ваш адрес электронной почты изменён`,
      lines: [
        `В профиле ${username} указан другой адрес почты. На этот адрес письма больше не придут.`,
        'Если это сделали не вы, кто-то знает ваш пароль. Сразу напишите в поддержку.',
      ],
    }),
    waits: ({ siteName, username }, until) => ({
      subject: `${siteName}: ваш адрес электронной почты скоро изменится`,
      lines: [
        `Магазин собирается изменить адрес почты в профиле ${username}. Новый адрес начнёт действовать ${until} (UTC) или раньше, если изменение подтвердит второй сотрудник магазина. До этого коды и заказы по-прежнему приходят на этот адрес.`,
        'Если вы об этом не просили, войдите и отклоните изменение на странице профиля. Если войти не получается, сбросьте пароль с помощью кода, который придёт на этот адрес, или сразу напишите в поддержку.',
      ],
    }),
    replaced: ({ siteName, username }) => ({
      subject: `${siteName}: ваш адрес электронной почты изменён`,
      lines: [
        `Магазин указал в профиле ${username} другой адрес почты. На этот адрес письма больше не придут, все сеансы завершены.`,
        'Если вы об этом не просили, сразу напишите в поддержку.',
      ],
    }),
  },
};

function emailTexts(language: Language, facts: Facts, notice: EmailNotice): Texts {
  const wording = words[language];
  if (notice.is === 'code') return wording.code(facts, notice.code);
  if (notice.is === 'waits') return wording.waits(facts, formatUtc(language, notice.until));
  return wording[notice.is](facts);
}

/** "21 November 2026 at 14:05". */
const formatUtc = (language: Language, time: Date): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(time);
