import type { Data, Input, Language } from '@portside/contract';
import { randomUUID } from 'node:crypto';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { writeShopLetter } from './brand/read-letter-brand.ts';
import { OutsideFailure } from '../../platform/refusal.ts';
import { readShopName } from './brand/shop-name.ts';
import type { Telegram } from '../../platform/telegram.ts';

/** Sends a mail directly, not through the outbox, and returns the mail server's error, or null. Audited either way. */
export async function sendTestMail(
  ctx: Ctx,
  mailer: Mailer,
  { body: { to } }: Input<'sendTestMail'>,
): Promise<Data<'sendTestMail'>> {
  const message = await writeShopLetter(ctx, ctx.language, (siteName) => {
    const { subject, lines } = testMailTexts[ctx.language](siteName);
    return { subject, blocks: lines };
  });
  const messageId = `<test-${randomUUID()}@${new URL(ctx.publicUrl).hostname}>`;
  const problem = await mailer.send({ ...message, to, messageId }).then(() => null, problemOf);
  await inTransaction(ctx, (step) =>
    recordAudit(step, { action: 'mail.test', subject: `mail:${to}`, after: { problem } }),
  );
  return { problem };
}

function problemOf(error: unknown): string {
  if (error instanceof OutsideFailure) return error.message;
  throw error;
}

const NO_TOKEN = 'TELEGRAM_BOT_TOKEN is not set';

/** Sends a message to a chat and returns Telegram's error, or null. Audited either way. */
export async function sendTestTelegram(
  ctx: Ctx,
  telegram: Telegram | null,
  { body: { chat_id: chatId } }: Input<'sendTestTelegram'>,
): Promise<Data<'sendTestTelegram'>> {
  const text = testMessageTexts[ctx.language](await readShopName(ctx.db, ctx.language));
  const problem = telegram ? await telegram.send(chatId, text).then(() => null, problemOf) : NO_TOKEN;
  await inTransaction(ctx, (step) =>
    recordAudit(step, { action: 'telegram.test', subject: `telegram:${chatId}`, after: { problem } }),
  );
  return { problem };
}

type Texts = { readonly subject: string; readonly lines: readonly string[] };

/** The test message by which an operator checks that the bot reaches the chat. */
const testMessageTexts: Record<Language, (siteName: string) => string> = {
  en: (siteName) => `${siteName}: test message. The shop’s alarms will be sent here.`,
  'zh-cn': (siteName) => `${siteName}：测试消息。商店的告警将发送到此聊天。`,
  pt: (siteName) => `${siteName}: mensagem de teste. Os alertas da loja chegarão aqui.`,
  ru: (siteName) => `${siteName}: тестовое сообщение. Сюда будут приходить оповещения магазина.`,
};

/** The test mail by which an operator checks that mails arrive. */
const testMailTexts: Record<Language, (siteName: string) => Texts> = {
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
