import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  startMailServer,
  type MailServer,
  type Reception,
  createMailWorld,
  renderNumber,
  type MailWorld,
} from '../../testing/mail-server.ts';
import type { Ctx } from '../context.ts';
import { EventBus } from '../events.ts';
import { createSmtpMailer, type BatchRenderer, type Mailer, type MailRenderer } from './mailer.ts';
import { waitAfterMs, sweepMails } from './send-due-mails.ts';
import { DAY_MS } from '../clock.ts';
import { createWorld } from '../../testing/world.ts';
import { queueMails } from './outbox.sql.ts';

const MINUTE = 60_000;

let world: MailWorld;
let server: MailServer;
let reception: Reception;
beforeEach(async () => {
  world = await createMailWorld();
  reception = 'take';
  server = await startMailServer(() => reception);
});
afterEach(() => server.stop());

const queue = (count = 1, kind?: string) =>
  world.queue(
    Array.from({ length: count }, (_, index) => `buyer${index + 1}@example.com`),
    kind,
  );
const run = (mailer?: Mailer, renderer?: MailRenderer | BatchRenderer, ctx?: Ctx) =>
  world.run(mailer ?? createSmtpMailer(server.url, 'shop@example.com'), renderer, ctx);
const listMails = () => world.listMails();

test('a mail is sent once, and that is announced', async () => {
  await queue();
  expect(await run()).toEqual({ more: false });
  await run();
  expect(server.received.map(({ subject }) => subject)).toEqual(['Number 1']);
  expect(await listMails()).toMatchObject([{ state: 'sent', attempts: 1, sent_at: world.clock.now() }]);
  expect(world.heard).toEqual(['sent 1']);
});

test('a backlog is worked off in batches', async () => {
  await queue(210);
  const sent: string[] = [];
  const mailer: Mailer = { send: async ({ messageId }) => void sent.push(messageId) };
  const first = await run(mailer);
  expect(first).toEqual({ more: true });
  while ((await listMails()).some(({ state }) => state === 'queued')) await run(mailer);
  expect(new Set(sent).size).toBe(210);
  expect(sent).toHaveLength(210);
  expect(world.heard).toHaveLength(210);
});

test('concurrent senders share the work and send nothing twice', async () => {
  // Open connections, so that they really work at the same time where the database takes several.
  await Promise.all(Array.from({ length: 8 }, () => world.pool.query('select pg_sleep(0.03)')));
  await queue(40);
  const sent: string[] = [];
  const mailer: Mailer = { send: async ({ messageId }) => void sent.push(messageId) };
  await Promise.all(Array.from({ length: 8 }, () => run(mailer)));
  expect(new Set(sent).size).toBe(sent.length);
  while ((await run(mailer)).more);
  expect(new Set(sent).size).toBe(40);
  expect(world.heard).toHaveLength(40);
});

test.each(['refuse', 'drop'] as const)(
  'after a server that will %s it, the mail is sent a minute later',
  async (bad) => {
    await queue();
    reception = bad;
    await run();
    // A server that ends the connection takes nothing from anybody: that is no try of this mail.
    expect(await listMails()).toMatchObject([{ state: 'queued', attempts: bad === 'drop' ? 0 : 1 }]);
    reception = 'take';
    world.clock.advance(MINUTE - 1);
    await run();
    expect(server.received).toEqual([]);
    world.clock.advance(1);
    await run();
    expect(server.received).toHaveLength(1);
    expect(world.heard).toEqual(['sent 1']);
  },
);

test('a mail accepted before the connection broke is sent again with the same Message-ID', async () => {
  await queue();
  const [{ id, message_key: key } = { id: 0n, message_key: null }] = await listMails();
  reception = 'take and drop';
  await run();
  reception = 'take';
  world.clock.advance(MINUTE);
  await run();
  const messageId = `<mail-${id}-${key}@localhost>`;
  expect(server.received.map((mail) => mail.messageId)).toEqual([messageId, messageId]);
  expect(world.heard).toEqual(['sent 1']);
});

test('a sender that dies while sending loses nothing', async () => {
  await queue();
  const neverDone: Mailer = { send: () => new Promise(() => undefined) };
  void run(neverDone);
  await expect.poll(async () => (await listMails())[0]?.attempts).toBe(1);
  await run();
  expect(server.received).toEqual([]);
  world.clock.advance(MINUTE);
  await run();
  expect(server.received).toHaveLength(1);
});

test('what a slow server holds up is given back for others to send, as if it had not been tried', async () => {
  await queue(12);
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = run({ send: () => promise });
  const listTries = async () => (await listMails()).map(({ attempts }) => attempts);
  const begun = [1, 1, 1, 1, 1];
  await expect
    .poll(async () => (await listTries()).toSorted((a, b) => a - b))
    .toEqual([...Array<number>(7).fill(0), ...begun]);
  await run();
  expect(server.received).toHaveLength(7);
  resolve();
  expect(await slow).toEqual({ more: false });
  expect((await listMails()).map(({ state }) => state)).toEqual(Array(12).fill('sent'));
  expect(world.heard).toHaveLength(12);
});

test('mails that are read together are sent together, one that fails by itself is not', async () => {
  await queue(6);
  const prepared: bigint[][] = [];
  const renderer: BatchRenderer = {
    prepare: async (_ctx, references) => {
      prepared.push([...references]);
      return async (reference) => {
        if (reference === 3n) throw new Error('a bad one');
        return renderNumber(world.ctx, reference, '');
      };
    },
  };
  await run(undefined, renderer);
  expect(prepared.map((one) => new Set(one))).toEqual([new Set([1n, 2n, 3n, 4n, 5n, 6n])]);
  expect(server.received).toHaveLength(5);
  expect((await listMails()).filter(({ state }) => state === 'queued')).toMatchObject([{ reference: 3n }]);
});

test('a listener that fails for one of many mails leaves only that one to be sent again', async () => {
  await queue(30);
  const picky = new EventBus<Ctx>();
  picky.on('mailsSent', async (_ctx, { mails }) => {
    if (mails.some(({ reference }) => reference === 7n)) throw new Error('listener');
  });
  const mailer = { send: async () => undefined };
  await expect(run(mailer, undefined, { ...world.ctx, events: picky })).rejects.toThrow('listener');
  expect((await listMails()).filter(({ state }) => state === 'queued')).toMatchObject([{ reference: 7n }]);
});

test('the late failure of an earlier attempt changes nothing', async () => {
  await queue();
  const { promise, reject } = Promise.withResolvers<void>();
  const slow = run({ send: () => promise });
  await expect.poll(async () => (await listMails())[0]?.attempts).toBe(1);
  world.clock.advance(MINUTE);
  reception = 'refuse';
  await run();
  const [after] = await listMails();
  world.clock.advance(1);
  reject(new Error('too late'));
  await slow;
  expect(await listMails()).toEqual([after]);
});

test('a mail without a server is tried for a day, twelve times, then given up for good', async () => {
  await queue();
  reception = 'refuse';
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 12; attempt += 1) {
    await run();
    waits.push((await listMails())[0]!.next_at.getTime() - world.clock.now().getTime());
    world.clock.advance(waitAfterMs(attempt));
  }
  expect(waits.slice(0, 11).map((ms) => ms / MINUTE)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]);
  expect(await listMails()).toMatchObject([{ state: 'dead', attempts: 12 }]);
  reception = 'take';
  world.clock.advance(30 * 24 * 60 * MINUTE);
  await run();
  expect(server.received).toEqual([]);
  expect(world.heard).toEqual([expect.stringMatching(/^unanswered 1: /)]);
});

test('where there is nothing to send any more, nothing is sent', async () => {
  await queue();
  await run(undefined, async () => null);
  expect(server.received).toEqual([]);
  expect(await listMails()).toMatchObject([{ state: 'sent' }]);
});

test('one mail that cannot be rendered does not hold up the others', async () => {
  await queue(1, 'unheard of');
  await queue();
  await run();
  expect(await listMails()).toMatchObject([{ state: 'queued', attempts: 1 }, { state: 'sent' }]);
});

test('when a listener fails, the mail is not marked and is sent again', async () => {
  await queue();
  const failing = new EventBus<Ctx>();
  failing.on('mailsSent', () => Promise.reject(new Error('listener')));
  const broken = run({ send: async () => undefined }, undefined, { ...world.ctx, events: failing });
  await expect(broken).rejects.toThrow('listener');
  expect(await listMails()).toMatchObject([{ state: 'queued' }]);
  world.clock.advance(MINUTE);
  await run();
  expect(world.heard).toEqual(['sent 1']);
});

test('settled mails are deleted after a month, queued ones never', async () => {
  const { ctx, clock } = await createWorld();
  const kind = `sweep-${Math.random()}`;
  const mail = (reference: bigint) => ({ kind, reference, recipient: 'a@example.test' });
  await queueMails(ctx.db, [mail(1n), mail(2n)], clock.now());
  await ctx.db
    .updateTable('mails')
    .set({ state: 'sent' })
    .where('kind', '=', kind)
    .where('reference', '=', 1n)
    .execute();
  const left = async (): Promise<bigint[]> => {
    while ((await sweepMails(ctx)).more);
    const rows = await ctx.db
      .selectFrom('mails')
      .select('reference')
      .where('kind', '=', kind)
      .orderBy('id')
      .execute();
    return rows.map((row) => row.reference);
  };
  clock.advance(30 * DAY_MS);
  expect(await left()).toEqual([1n, 2n]);
  clock.advance(1);
  expect(await left()).toEqual([2n]);
});
