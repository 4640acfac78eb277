import { describe, expect, test } from 'vitest';
import { createSmtpMailer } from '../../platform/mail/mailer.ts';
import { createTelegram } from '../../platform/telegram.ts';
import { startTelegramServer } from '../../testing/http-servers.ts';
import { signInAdmin } from '../../testing/people.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { createWorld } from '../../testing/world.ts';
import { sendTestMail, sendTestTelegram } from './send-test-message.ts';

const FROM = 'Portside <shop@example.com>';
const body = { to: 'operator@example.com' };

async function createOperator() {
  const { ctx, user } = await signInAdmin((await createWorld()).ctx, ['mail.test']);
  const entry = () =>
    ctx.db.selectFrom('audit_entries').selectAll().where('user_id', '=', user.id).executeTakeFirstOrThrow();
  return { ctx, entry };
}

test('the mail arrives at once, in the language of the page, and is recorded', async () => {
  const { ctx, entry } = await createOperator();
  const server = await startMailServer();
  const answer = await sendTestMail({ ...ctx, language: 'pt' }, createSmtpMailer(server.url, FROM), { body });
  await server.stop();
  expect(answer).toEqual({ problem: null });
  expect(server.received).toMatchObject([
    { subject: expect.stringContaining('teste') as unknown, to: { value: [{ address: body.to }] } },
  ]);
  expect(await entry()).toMatchObject({ action: 'mail.test', subject: `mail:${body.to}` });
});

test("the mail server's error is returned and audited", async () => {
  const { ctx, entry } = await createOperator();
  const server = await startMailServer(() => 'refuse');
  const { problem } = await sendTestMail(ctx, createSmtpMailer(server.url, FROM), { body });
  await server.stop();
  expect(problem).toContain('did not take');
  expect((await entry()).after).toEqual({ problem });
});

describe('to Telegram', () => {
  const TOKEN = '123456:AAbbCCddEEffGGhhIIjjKKllMMnnOOpp';
  const body = { chat_id: '-100200' };

  async function createOperator() {
    const { ctx, user } = await signInAdmin((await createWorld()).ctx, ['telegram.test']);
    const entry = () =>
      ctx.db.selectFrom('audit_entries').selectAll().where('user_id', '=', user.id).executeTakeFirstOrThrow();
    return { ctx, entry };
  }

  test('the message arrives, in the language of the page, and is recorded', async () => {
    const { ctx, entry } = await createOperator();
    const server = await startTelegramServer();
    const telegram = createTelegram(TOKEN, server.url);
    expect(await sendTestTelegram({ ...ctx, language: 'ru' }, telegram, { body })).toEqual({ problem: null });
    await server.stop();
    expect(server.told).toMatchObject([
      { body: { chat_id: '-100200', text: expect.stringContaining('тестовое сообщение') } },
    ]);
    expect(await entry()).toMatchObject({ action: 'telegram.test', subject: 'telegram:-100200' });
  });

  test("Telegram's error is returned and audited", async () => {
    const { ctx, entry } = await createOperator();
    const server = await startTelegramServer(() => ({
      status: 403,
      text: '{"ok":false,"description":"Forbidden: bot was kicked"}',
    }));
    const { problem } = await sendTestTelegram(ctx, createTelegram(TOKEN, server.url), { body });
    await server.stop();
    expect(problem).toContain('bot was kicked');
    expect((await entry()).after).toEqual({ problem });
  });

  test('without a bot the answer names the missing setting', async () => {
    const { ctx } = await createOperator();
    expect((await sendTestTelegram(ctx, null, { body })).problem).toContain('TELEGRAM_BOT_TOKEN');
  });
});
