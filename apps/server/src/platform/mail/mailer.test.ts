import { afterEach, expect, test } from 'vitest';
import { startMailServer, startSilentServer } from '../../testing/mail-server.ts';
import { createWorld } from '../../testing/world.ts';
import { createSmtpMailer, type OutgoingMail, createSandboxMailer } from './mailer.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const mail: OutgoingMail = {
  to: 'buyer@example.com',
  subject: 'Ihre Bestellung 订单 ✓',
  text: 'plain text',
  html: '<p>rich text</p>',
  attachments: [{ filename: 'ORDER.txt', content: 'user----secret\nuser2----secret2' }],
  messageId: '<mail-7@shop.example>',
};
const FROM = 'Portside <shop@example.com>';

test('a mail arrives whole, with its Message-ID', async () => {
  const server = await startMailServer();
  stops.push(server.stop);
  await createSmtpMailer(server.url, FROM).send(mail);
  const [arrived] = server.received;
  expect(arrived).toMatchObject({
    subject: mail.subject,
    messageId: mail.messageId,
    from: { value: [{ address: 'shop@example.com', name: 'Portside' }] },
    to: { value: [{ address: mail.to }] },
    html: expect.stringContaining('rich text') as unknown,
  });
  expect(arrived!.text?.trim()).toBe('plain text');
  expect(arrived!.attachments[0]!.content.toString()).toBe(mail.attachments![0]!.content);
});

test('name and password of the address are used', async () => {
  const known: unknown[] = [];
  const server = await startMailServer(() => 'take', {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      known.push([username, password]);
      done(null, { user: username ?? '' });
    },
  });
  stops.push(server.stop);
  await createSmtpMailer(server.url.replace('//', '//shop%40example.com:p%2Fw@'), FROM).send(mail);
  expect(known).toEqual([['shop@example.com', 'p/w']]);
});

test.each(['refuse', 'drop'] as const)(
  'a server that will %s the mail is an outside failure',
  async (reception) => {
    const server = await startMailServer(() => reception);
    stops.push(server.stop);
    await expect(createSmtpMailer(server.url, FROM).send(mail)).rejects.toMatchObject({
      name: 'OutsideFailure',
    });
  },
);

test('an unreachable server fails at once', async () => {
  const server = await startMailServer();
  await server.stop();
  await expect(createSmtpMailer(server.url, FROM).send(mail)).rejects.toThrow('ECONNREFUSED');
});

test('a silent server fails in time', async () => {
  const server = await startSilentServer();
  stops.push(server.stop);
  const timeouts = { connectMs: 150, silenceMs: 150, totalMs: 5_000 };
  await expect(createSmtpMailer(server.url, FROM, timeouts).send(mail)).rejects.toMatchObject({
    name: 'OutsideFailure',
  });
});

test('a server that barely responds fails in time too', async () => {
  const server = await startMailServer(() => 'take', {
    onRcptTo: (_address, _session, done) => void setTimeout(done, 2_000, null),
  });
  stops.push(server.stop);
  const timeouts = { connectMs: 5_000, silenceMs: 5_000, totalMs: 200 };
  await expect(createSmtpMailer(server.url, FROM, timeouts).send(mail)).rejects.toThrow(
    'not done within 200 ms',
  );
});

/** Loopback in a spelling that does not count as loopback. */
const elsewhere = (url: string): string => url.replace('127.0.0.1', '0x7f000001');

test('a remote server without encryption gets nothing', async () => {
  const server = await startMailServer();
  stops.push(server.stop);
  await expect(createSmtpMailer(elsewhere(server.url), FROM).send(mail)).rejects.toThrow('STARTTLS');
  expect(server.received).toEqual([]);
});

test('a remote server with an untrusted certificate gets nothing', async () => {
  const server = await startMailServer(() => 'take', { disabledCommands: [] });
  stops.push(server.stop);
  await expect(createSmtpMailer(elsewhere(server.url), FROM).send(mail)).rejects.toThrow(/certificate/);
  expect(server.received).toEqual([]);
});

test.each([
  ['an address', { to: 'buyer@example.com\r\nBcc: all@example.com' }],
  ['a subject', { subject: 'Hello\nBcc: all@example.com' }],
])('%s with a line break is never sent', async (_what, change) => {
  const { ctx } = await createWorld();
  const server = await startMailServer();
  stops.push(server.stop);
  for (const mailer of [createSmtpMailer(server.url, FROM), createSandboxMailer(ctx.db, ctx.clock)]) {
    await expect(mailer.send({ ...mail, ...change })).rejects.toThrow('control character');
  }
  expect(server.received).toEqual([]);
});

test('an address is one recipient, whatever it contains', async () => {
  const server = await startMailServer();
  stops.push(server.stop);
  const sending = createSmtpMailer(server.url, FROM).send({ ...mail, to: 'a@example.com, b@example.com' });
  await sending.catch(() => undefined);
  expect(server.received).toEqual([]);
});

test('the sandbox keeps mails for a week', async () => {
  const { ctx, clock } = await createWorld();
  const mailer = createSandboxMailer(ctx.db, ctx.clock);
  const to = `sandbox-${Math.random()}@example.com`;
  await mailer.send({ ...mail, to });
  const rows = () => ctx.db.selectFrom('sandbox_mails').selectAll().where('recipient', '=', to).execute();
  const { subject, text, html, attachments } = mail;
  expect(await rows()).toMatchObject([{ subject, text, html, attachments, sent_at: clock.now() }]);
  clock.advance(7 * 24 * 3_600_000 + 1);
  await mailer.send({ ...mail, to, subject: 'later' });
  expect(await rows()).toMatchObject([{ subject: 'later' }]);
});
