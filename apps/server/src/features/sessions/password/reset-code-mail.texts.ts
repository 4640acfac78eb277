import type { Language } from '@portside/contract';

type Facts = { readonly siteName: string; readonly username: string; readonly code: string };
type Texts = { readonly subject: string; readonly lines: readonly string[] };

/** The mail with a reset code. The code comes first, because it is all that most readers look for. */
export const resetCodeTexts: Record<Language, (facts: Facts) => Texts> = {
  en: ({ siteName, username, code }) => ({
    subject: `${siteName}: your verification code`,
    lines: [
      `${code} is your code to set a new password. It is valid for 10 minutes.`,
      `It is for the user ${username}.`,
      'If you did not ask for it, do nothing: your password stays as it is. Never tell anybody this code.',
    ],
  }),
  'zh-cn': ({ siteName, username, code }) => ({
    subject: `${siteName}：您的验证码`,
    lines: [
      `${code} 是您重设密码的验证码，10 分钟内有效。`,
      `适用于用户 ${username}。`,
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
      `${code} — ваш код для установки нового пароля. Он действует 10 минут.`,
      `Он предназначен для пользователя ${username}.`,
      'Если вы его не запрашивали, ничего не делайте: пароль не изменится. Никому не сообщайте этот код.',
    ],
  }),
};
