import { afterEach, describe, expect, test } from 'vitest';
import { startMailServer, startSilentServer } from '../../testing/mail-server.ts';
import { createWorld } from '../../testing/world.ts';
import {
  createSmtpMailer,
  type OutgoingMail,
  createSandboxMailer,
  faultOf,
  type MailFault,
} from './mailer.ts';
import { writeLetter, type LetterBrand } from './write-letter.ts';

describe('mailer', () => {
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
});

test.each<[MailFault, string, string]>([
  ['mail', 'RCPT TO', '550 5.1.1 no such user'],
  ['mail', 'RCPT TO', '550 no such user'],
  ['mail', 'RCPT TO', '553 mailbox name not allowed'],
  ['mail', 'RCPT TO', '556 5.1.10 this domain takes no mail'],
  ['mail', 'RCPT TO', '550-5.4.1 Recipient address rejected\n550 5.4.1 access denied'],
  ['mail', 'RCPT TO', '552 5.2.2 mailbox full'],
  ['mail', 'RCPT TO', '552 mailbox full'],
  ['mail', 'DATA', '554 5.6.0 this file is not wanted here'],
  ['size', 'DATA', '552 message size exceeds fixed limit'],
  ['size', 'DATA', '554 5.3.4 message too big for system'],
  ['size', 'DATA', '550 5.2.3 message too large for this mailbox'],
  ['size', 'MAIL FROM', '552 5.3.4 message size exceeds fixed limit'],
  ['size', 'MAIL FROM', '552 too large'],
  ['sender', 'RCPT TO', '554 5.7.1 client host blocked'],
  ['sender', 'RCPT TO', '550 5.7.1 relaying denied'],
  ['sender', 'RCPT TO', "553 sorry, that domain isn't in my list of allowed hosts (#5.7.1)"],
  ['sender', 'RCPT TO', '550 5.1.8 sender domain does not exist'],
  ['sender', 'RCPT TO', '554 relay access denied'],
  ['sender', 'DATA', '550 5.7.26 unauthenticated mail'],
  ['sender', 'DATA', '552 5.7.0 this content is blocked'],
  ['sender', 'DATA', '554 transaction failed'],
  ['server', 'CONN', '554 5.7.1 not allowed here'],
  ['server', 'EHLO', '550 go away'],
  ['server', 'AUTH PLAIN', '535 5.7.8 wrong password'],
  ['server', 'AUTH PLAIN', '454 4.7.0 try later'],
  ['server', 'MAIL FROM', '550 5.1.8 sender unknown'],
  ['server', 'MAIL FROM', '451 4.3.0 try later'],
  ['server', 'CONN', '421 too many connections'],
  ['server', 'DATA', '421 4.3.2 shutting down'],
  ['passing', 'RCPT TO', '450 4.2.0 greylisted'],
  ['passing', 'RCPT TO', '452 4.2.2 mailbox full'],
  ['passing', 'DATA', '451 4.3.0 try later'],
])('of the %s: %s is answered with %s', (fault, command, response) => {
  expect(faultOf({ command, response, responseCode: Number(response.slice(0, 3)) })).toBe(fault);
});

test.each<[MailFault, object]>([
  ['server', { code: 'ESOCKET', command: 'CONN' }],
  ['server', { code: 'ETIMEDOUT', command: 'CONN' }],
  ['server', { code: 'ECONNECTION', command: 'CONN' }],
  ['server', new Error('not done within 50000 ms')],
  ['mail', { code: 'EENVELOPE', command: 'API' }],
  ['size', { code: 'EMESSAGE', command: 'MAIL FROM' }],
])('of the %s, without an answer: %j', (fault, error) => {
  expect(faultOf(error)).toBe(fault);
});

const brand: LetterBrand = {
  language: 'en',
  name: 'Quay & Sons',
  legalName: 'Quay Ltd.',
  url: 'https://shop.example',
  colour: '#1c507a',
  lightColour: '#8fb7d8',
  logo: { id: 'logo', type: 'image/png', bytes: Buffer.from('png') },
};

test('a letter says the same in both parts, and its addresses are links', () => {
  const { text, html, images } = writeLetter(brand, {
    subject: 'Hello <you>',
    blocks: [
      'See https://shop.example/order/1?a=1&b=2.',
      '请在此查看：https://shop.example/order/2。',
      { heading: 'How to' },
      { quote: 'One <b>\nTwo' },
      { lines: ['a:b', '<c>'] },
      { html: '<p>Use <a href="https://help.example/">help</a></p>' },
      { button: 'View order', url: 'https://shop.example/order/3' },
    ],
  });
  expect(text).toBe(
    [
      'See https://shop.example/order/1?a=1&b=2.',
      '请在此查看：https://shop.example/order/2。',
      'How to',
      '> One <b>\n> Two',
      'a:b\n<c>',
      'Use help (https://help.example/)',
      'View order: https://shop.example/order/3',
      '-- \nQuay & Sons · Quay Ltd.\nhttps://shop.example\n',
    ].join('\n\n'),
  );
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(links).toEqual([
    'https://shop.example/order/1?a=1&#38;b=2',
    'https://shop.example/order/2',
    'https://help.example/',
    'https://shop.example/order/3',
    'https://shop.example',
  ]);
  expect(html).toContain('<pre class="lines"');
  expect(html).not.toMatch(/<c>|One <b>|<you>/);
  expect(images).toEqual([brand.logo]);
});

test('a pasted name with a separator of lines in it holds up no letter', async () => {
  const { ctx } = await createWorld();
  const letter = writeLetter(brand, { subject: 'Your order: Quay\u2028Mail\u2029new', blocks: ['x'] });
  const outgoing = { ...letter, to: 'buyer@example.com', messageId: '<quay@example.com>' };
  await createSandboxMailer(ctx.db, ctx.clock).send(outgoing);
  expect(letter.subject).toBe('Your order: Quay Mail new');
});

test('a letter fetches nothing: its only picture comes along', () => {
  const { html } = writeLetter(brand, { subject: 'x', blocks: ['x'] });
  expect(html).toContain('src="cid:logo"');
  expect(html).not.toMatch(/<link|<script|url\(|@import|src="(?!cid:logo")/);
});

test('a letter that promises no link has none', () => {
  const { html, text } = writeLetter(brand, {
    subject: 'x',
    blocks: ['Never pay to https://evil.example'],
    hasLinks: false,
  });
  expect(html).not.toContain('href=');
  expect(text).not.toContain('shop.example');
});
