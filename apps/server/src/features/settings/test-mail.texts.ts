import type { Language } from '@portside/contract';

type Texts = { readonly subject: string; readonly lines: readonly string[] };

/** The test message by which an operator checks that the bot reaches the chat. */
export const testMessageTexts: Record<Language, (siteName: string) => string> = {
  en: (siteName) => `${siteName}: test. Alarms of the shop will be told here.`,
  'zh-cn': (siteName) => `${siteName}：测试。商店的警报将发送到这里。`,
  pt: (siteName) => `${siteName}: teste. Os alertas da loja chegarão aqui.`,
  ru: (siteName) => `${siteName}: проверка. Сюда будут приходить тревоги магазина.`,
};

/** The test mail by which an operator checks that mails arrive. */
export const testMailTexts: Record<Language, (siteName: string) => Texts> = {
  en: (siteName) => ({
    subject: `${siteName}: test`,
    lines: ['This mail was sent to try the mail server.', 'It has arrived: nothing more is to be done.'],
  }),
  'zh-cn': (siteName) => ({
    subject: `${siteName}：测试`,
    lines: ['这是一封用于测试邮件服务器的邮件。', '邮件已送达，无需任何操作。'],
  }),
  pt: (siteName) => ({
    subject: `${siteName}: teste`,
    lines: [
      'Este e-mail foi enviado para testar o servidor de e-mail.',
      'Se você está lendo, ele funciona: não é preciso fazer mais nada.',
    ],
  }),
  ru: (siteName) => ({
    subject: `${siteName}: проверка`,
    lines: [
      'Это письмо отправлено, чтобы проверить почтовый сервер.',
      'Оно дошло: больше ничего делать не нужно.',
    ],
  }),
};
