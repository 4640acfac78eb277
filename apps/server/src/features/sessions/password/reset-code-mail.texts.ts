import type { Language } from '@portside/contract';

type Facts = { readonly siteName: string; readonly username: string; readonly code: string };
type Texts = { readonly subject: string; readonly lines: readonly string[] };

/** The mail with a reset code. The code comes first, because it is all that most readers look for. */
export const resetCodeTexts: Record<Language, (facts: Facts) => Texts> = {
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
