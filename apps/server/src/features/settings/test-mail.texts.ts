import type { Language } from '@portside/contract';

type Texts = { readonly subject: string; readonly lines: readonly string[] };

/** The test message by which an operator checks that the bot reaches the chat. */
export const testMessageTexts: Record<Language, (siteName: string) => string> = {
  en: (siteName) => `${siteName}: test message. The shop’s alarms will be sent here.`,
  'zh-cn': (siteName) => `${siteName}：测试消息。商店的告警将发送到此聊天。`,
  pt: (siteName) => `${siteName}: mensagem de teste. Os alertas da loja chegarão aqui.`,
  ru: (siteName) => `${siteName}: тестовое сообщение. Сюда будут приходить оповещения магазина.`,
};

/** The test mail by which an operator checks that mails arrive. */
export const testMailTexts: Record<Language, (siteName: string) => Texts> = {
  en: (siteName) => ({
    subject: `${siteName}: test e-mail`,
    lines: [
      'This is a test e-mail from your shop.',
      'Your mail server works. You don’t need to do anything.',
    ],
  }),
  'zh-cn': (siteName) => ({
    subject: `${siteName}：测试邮件`,
    lines: ['这是一封用于测试邮件服务器的邮件。', '您已收到此邮件，说明发送正常，无需任何操作。'],
  }),
  pt: (siteName) => ({
    subject: `${siteName}: e-mail de teste`,
    lines: [
      'Este e-mail foi enviado para testar o servidor de e-mail.',
      'O servidor de e-mail funciona. Não é preciso fazer mais nada.',
    ],
  }),
  ru: (siteName) => ({
    subject: `${siteName}: тестовое письмо`,
    lines: [
      'Это письмо отправлено для проверки почтового сервера.',
      'Почтовый сервер работает, больше ничего делать не нужно.',
    ],
  }),
};
