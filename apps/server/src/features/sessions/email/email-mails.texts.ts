import type { Language } from '@portside/contract';

type Facts = { readonly siteName: string; readonly username: string };
type Texts = { readonly subject: string; readonly lines: readonly string[] };

/** The mails about a change of e-mail address. */
export type EmailNotice =
  | { readonly is: 'code'; readonly code: string }
  | { readonly is: 'taken' }
  | { readonly is: 'changed' }
  | { readonly is: 'replaced' };

type Wording = {
  readonly code: (facts: Facts, code: string) => Texts;
  readonly taken: (facts: Facts) => Texts;
  readonly changed: (facts: Facts) => Texts;
  readonly replaced: (facts: Facts) => Texts;
};

const words: Record<Language, Wording> = {
  en: {
    code: ({ siteName, username }, code) => ({
      subject: `${siteName}: your verification code`,
      lines: [
        `${code} is your code to use this address for the user ${username}. It is valid for 10 minutes.`,
        'If you did not ask for it, do nothing: without the code nothing changes. Never tell anybody this code.',
      ],
    }),
    taken: ({ siteName, username }) => ({
      subject: `${siteName}: somebody wanted to use your address`,
      lines: [
        `Somebody wanted to use this address for another user. It belongs to the user ${username}, so nothing has changed.`,
        `If it was you: sign in as ${username}, or choose another address for the other user. If it was not, you need not do anything.`,
      ],
    }),
    changed: ({ siteName, username }) => ({
      subject: `${siteName}: your e-mail address has changed`,
      lines: [
        `The user ${username} has another e-mail address from now on. This one gets no more mail about the account.`,
        'If this was not you, somebody knows your password: write to support at once.',
      ],
    }),
    replaced: ({ siteName, username }) => ({
      subject: `${siteName}: your e-mail address has changed`,
      lines: [
        `The shop has given the user ${username} another e-mail address. This one gets no more mail about the account, and the user was signed out everywhere.`,
        'If you did not ask for this, write to support at once.',
      ],
    }),
  },
  'zh-cn': {
    code: ({ siteName, username }, code) => ({
      subject: `${siteName}：您的验证码`,
      lines: [
        `${code} 是将此邮箱用于用户 ${username} 的验证码，10 分钟内有效。`,
        '如果不是您本人操作，请忽略本邮件，不会有任何改变。请勿将验证码告诉任何人。',
      ],
    }),
    taken: ({ siteName, username }) => ({
      subject: `${siteName}：有人想使用您的邮箱`,
      lines: [
        `有人想将此邮箱用于另一个用户。该邮箱已属于用户 ${username}，因此没有任何改变。`,
        `如果是您本人操作：请以 ${username} 登录，或为另一个用户选择其他邮箱。如果不是，您无需任何操作。`,
      ],
    }),
    changed: ({ siteName, username }) => ({
      subject: `${siteName}：您的邮箱已更改`,
      lines: [
        `用户 ${username} 已改用其他邮箱，此邮箱将不再收到该账户的邮件。`,
        '如果不是您本人操作，说明有人知道您的密码：请立即联系客服。',
      ],
    }),
    replaced: ({ siteName, username }) => ({
      subject: `${siteName}：您的邮箱已更改`,
      lines: [
        `商店已为用户 ${username} 更换邮箱。此邮箱将不再收到该账户的邮件，该用户已在所有设备上退出登录。`,
        '如果您没有提出过此要求，请立即联系客服。',
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
        `${code} — ваш код, чтобы указать этот адрес для пользователя ${username}. Он действует 10 минут.`,
        'Если вы его не запрашивали, ничего не делайте: без кода ничего не изменится. Никому не сообщайте этот код.',
      ],
    }),
    taken: ({ siteName, username }) => ({
      subject: `${siteName}: кто-то хотел указать ваш адрес`,
      lines: [
        `Кто-то хотел указать этот адрес для другого пользователя. Он принадлежит пользователю ${username}, поэтому ничего не изменилось.`,
        `Если это были вы, войдите как ${username} или выберите другой адрес для второго пользователя. Если нет, ничего делать не нужно.`,
      ],
    }),
    changed: ({ siteName, username }) => ({
      subject: `${siteName}: ваш адрес электронной почты изменён`,
      lines: [
        `Пользователь ${username} теперь пользуется другим адресом. На этот адрес письма об учётной записи больше не придут.`,
        'Если это сделали не вы, кто-то знает ваш пароль: сразу напишите в поддержку.',
      ],
    }),
    replaced: ({ siteName, username }) => ({
      subject: `${siteName}: ваш адрес электронной почты изменён`,
      lines: [
        `Магазин указал для пользователя ${username} другой адрес. На этот адрес письма об учётной записи больше не придут, а все сеансы пользователя завершены.`,
        'Если вы об этом не просили, сразу напишите в поддержку.',
      ],
    }),
  },
};

export const emailTexts = (language: Language, facts: Facts, notice: EmailNotice): Texts =>
  notice.is === 'code' ? words[language].code(facts, notice.code) : words[language][notice.is](facts);
