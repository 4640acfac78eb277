import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  startMailServer,
  type MailServer,
  createMailWorld,
  renderNumber,
  type MailWorld,
} from '../../testing/mail-server.ts';
import { createSmtpMailer, type MailRenderer } from './mailer.ts';
import { readHeldMails } from './outbox.sql.ts';

const MINUTE = 60_000;
const BIG = 'x'.repeat(300_000);

let world: MailWorld;
let servers: MailServer[];
beforeEach(async () => {
  world = await createMailWorld();
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await server.stop();
});

async function serve(options: SMTPServerOptions = {}, receive = takeAll): Promise<MailServer> {
  const server = await startMailServer(receive, options);
  servers.push(server);
  return server;
}

const takeAll: Parameters<typeof startMailServer>[0] = () => 'take';

const answer = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

/** Refuses these recipients with 550 5.1.1. */
const unless = (isKnown: (address: string) => boolean): SMTPServerOptions => ({
  onRcptTo: ({ address }, _session, done) =>
    done(isKnown(address) ? null : answer(550, '5.1.1 no such user')),
});

/** Refuses whatever its MAIL FROM, or greeting, says. */
const refusesShop = (message: string): SMTPServerOptions => ({
  onMailFrom: (_address, _session, done) => done(answer(Number(message.slice(0, 3)), message.slice(4))),
});

const queue = (...recipients: string[]) => world.queue(recipients);

const withFile: MailRenderer = async (...input) => {
  const message = (await renderNumber(...input))!;
  return {
    ...message,
    attachments: [{ filename: 'a.txt', content: BIG }],
    smaller: { ...message, text: 'a link' },
  };
};

const run = ({ url }: Pick<MailServer, 'url'>, renderer?: MailRenderer) =>
  world.run(createSmtpMailer(url, 'shop@example.com'), renderer);
const listMails = () => world.listMails();

test('a recipient that does not exist is given up at the first answer, and others are sent', async () => {
  await queue('nobody@box.example', 'good@box.example');
  await run(await serve(unless((address) => address.startsWith('good'))));
  expect(world.heard.toSorted()).toEqual([
    "refused 1: Can't send mail - all recipients were rejected: 550 5.1.1 no such user",
    'sent 2',
  ]);
  expect(await listMails()).toMatchObject([
    {
      state: 'dead',
      attempts: 1,
      refused_at: world.ctx.clock.now(),
      failure: expect.stringContaining('5.1.1'),
    },
    { state: 'sent', failure: null },
  ]);
});

test('one that is too large is sent without its file at once, by the same name', async () => {
  await queue('good@box.example');
  const names: (string | undefined)[] = [];
  const server = await serve({}, (_to, { attachments, messageId }) => {
    names.push(messageId);
    return attachments.length > 0 ? answer(552, 'message size exceeds fixed limit') : 'take';
  });
  await run(server, withFile);
  expect(server.received.map(({ text }) => text?.trim())).toEqual(['a link']);
  expect(names).toHaveLength(2);
  expect(new Set(names).size).toBe(1);
  expect(world.heard).toEqual(['sent 1']);
});

test('where nothing smaller is taken either, it is given up', async () => {
  await queue('good@box.example');
  await run(await serve({}, () => answer(552, '5.3.4 too big')), withFile);
  expect(world.heard).toEqual(['tooLarge 1: Message failed: 552 5.3.4 too big']);
});

test.each([['550 5.1.8 sender unknown'], ['451 4.3.0 try later']])(
  'a server that answers the shop with %s keeps all its mails, however often they are tried',
  async (message) => {
    await queue('one@box.example', 'two@box.example');
    const server = await serve(refusesShop(message));
    for (let tries = 0; tries < 15; tries += 1) {
      await run(server);
      world.clock.advance(10 * MINUTE);
    }
    expect(world.heard).toEqual([]);
    expect(await listMails()).toMatchObject([
      { state: 'queued', attempts: 0 },
      { state: 'queued', attempts: 0 },
    ]);
    expect(await readHeldMails(world.ctx.db)).toMatchObject({
      count: 2,
      answer: expect.stringContaining(message),
    });
    await run(await serve());
    expect(world.heard.toSorted()).toEqual(['sent 1', 'sent 2']);
    expect(await readHeldMails(world.ctx.db)).toMatchObject({ count: 0, since: null });
  },
);

test('a mail with nothing to send any more is no sign that the server takes mails', async () => {
  await queue('one@box.example', 'two@box.example');
  const server = await serve(refusesShop('550 5.7.1 suspended'));
  await run(server);
  world.clock.advance(10 * MINUTE);
  // The second mail's code has expired.
  await run(server, async (ctx, reference, recipient) =>
    recipient.startsWith('two') ? null : renderNumber(ctx, reference, recipient),
  );
  world.clock.advance(20 * MINUTE);
  await run(server);
  expect(await listMails()).toMatchObject([{ state: 'queued', attempts: 0 }, { state: 'sent' }]);
  expect(await readHeldMails(world.ctx.db)).toMatchObject({ count: 1 });
});

test('a greeting that refuses, and a server that is away, keep them too', async () => {
  await queue('one@box.example');
  const server = await serve({ onConnect: (_session, done) => done(answer(554, '5.7.1 not allowed here')) });
  for (let tries = 0; tries < 13; tries += 1) {
    await run(server);
    world.clock.advance(10 * MINUTE);
  }
  await server.stop();
  await run(server);
  expect(await listMails()).toMatchObject([{ state: 'queued', attempts: 0, held_at: expect.any(Date) }]);
});

test('a mail is tried again after as long as the server has refused, ten minutes at most', async () => {
  await queue('one@box.example');
  const server = await serve(refusesShop('550 no'));
  const waits: number[] = [];
  for (let tries = 0; tries < 6; tries += 1) {
    await run(server);
    const [mail] = await listMails();
    const wait = mail!.next_at.getTime() - world.ctx.clock.now().getTime();
    waits.push(wait / MINUTE);
    world.clock.advance(wait);
  }
  expect(waits).toEqual([1, 1, 2, 4, 8, 10]);
});

test('a policy that others do not meet is this mail’s: it is given up once others were taken', async () => {
  await queue('blocked@box.example');
  const server = await serve({
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('blocked') ? answer(550, '5.7.1 denied') : null),
  });
  await run(server);
  expect(await readHeldMails(world.ctx.db)).toMatchObject({ count: 1 });
  world.clock.advance(MINUTE / 2);
  await queue('good@box.example');
  await run(server);
  expect(await readHeldMails(world.ctx.db)).toMatchObject({ count: 0 });
  world.clock.advance(MINUTE);
  await run(server);
  expect(world.heard).toEqual([
    'sent 2',
    "refused 1: Can't send mail - all recipients were rejected: 550 5.7.1 denied",
  ]);
});

test('where everybody is refused in a row it is rather the shop: the others wait, and go on with the first taken', async () => {
  const nobody = await serve(unless(() => false));
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    await queue(`${name}@box.example`);
    await run(nobody);
    world.clock.advance(1_000);
  }
  expect((await listMails()).map(({ state }) => state)).toEqual(['dead', 'dead', 'dead', 'queued', 'queued']);
  expect(await readHeldMails(world.ctx.db)).toMatchObject({ count: 2 });
  world.clock.advance(10 * MINUTE);
  await run(await serve());
  expect((await listMails()).map(({ state }) => state)).toEqual(['dead', 'dead', 'dead', 'sent', 'sent']);
});

test('a mail that ends every connection does not wait for ever where others are taken', async () => {
  await queue('odd@box.example');
  const server = await serve({}, (to) => (to.startsWith('odd') ? 'drop' : 'take'));
  for (let tries = 0; tries < 40 && (await listMails())[0]!.state === 'queued'; tries += 1) {
    await run(server);
    world.clock.advance(MINUTE);
    await queue('good@box.example');
    await run(server);
    world.clock.advance(6 * 60 * MINUTE);
  }
  expect((await listMails())[0]).toMatchObject({ state: 'dead', attempts: 12 });
});

test('a message of another database has another name', async () => {
  await queue('a@box.example', 'b@box.example');
  const server = await serve();
  await run(server);
  const [one, two] = await listMails();
  expect(one!.message_key).not.toBe(two!.message_key);
  // Queued by the version before, which knew no key.
  await queue('c@box.example');
  await world.ctx.db.updateTable('mails').set({ message_key: null }).where('state', '=', 'queued').execute();
  await run(server);
  const third = (await listMails())[2]!;
  expect(server.received.map(({ messageId }) => messageId)).toContain(`<mail-${third.id}@localhost>`);
  expect(server.received.map(({ messageId }) => messageId)).toContain(
    `<mail-${one!.id}-${one!.message_key}@localhost>`,
  );
});
