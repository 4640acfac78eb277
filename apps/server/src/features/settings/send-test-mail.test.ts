import { expect, test } from 'vitest';
import { createSmtpMailer } from '../../platform/mail/mailer.ts';
import { signInAdmin } from '../../testing/people.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { createWorld } from '../../testing/world.ts';
import { sendTestMail } from './send-test-message.ts';

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
