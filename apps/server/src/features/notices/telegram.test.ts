import { errors } from '@portside/contract';
import { NOTICES, type NoticeEvent } from '@portside/contract/notices/notices';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startBotApi, type BotApi } from '../../../../../scripts/test/bot-api.ts';
import { noticeReaders } from '../../compose/compose.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { createTelegram } from '../../platform/telegram.ts';
import { bearer, createTestShop } from '../../testing/app.ts';
import { signInAdmin } from '../../testing/people.ts';
import {
  createListenToBotJob,
  createSendToTelegramJob,
  findTelegramFailure,
  notify,
  notifyStaff,
} from './index.ts';
import { answerUpdate, createTelegramCode, readTelegramLink } from './telegram-links.ts';

const TOKEN = '700700:AAbbCCddEEffGGhhIIjjKKllMMnnOOpp';
const BOT = { botId: 700_700n };
const shop = await createTestShop();
const ctx: Ctx = { ...shop.ctx, publicUrl: 'https://shop.example' };

type User = Awaited<ReturnType<typeof shop.register>>;
type Listener = ReturnType<typeof createListenToBotJob>;

let api: BotApi;
let listener: Listener;
let chat = 5_000;
beforeEach(async () => {
  for (const table of ['telegram_messages', 'telegram_links', 'telegram_bots'] as const)
    await ctx.db.deleteFrom(table).execute();
  api = await startBotApi({ token: TOKEN });
  listener = listen();
  chat += 1;
});
afterEach(async () => {
  await listener.end!();
  await api.stop();
});

const bot = () => createTelegram(TOKEN, api.url, 2_000);
const listen = (): Listener => createListenToBotJob(ctx, bot());
const sendDue = () => createSendToTelegramJob(ctx, bot(), noticeReaders).run();
const actorOf = (user: User): Ctx => ({
  ...ctx,
  actor: { ...shop.ctx.actor, kind: 'user', userId: BigInt(user.id), actions: new Set() } as never,
});
const linkOf = (user: User) => readTelegramLink(actorOf(user), BOT);
const until = (what: () => boolean | Promise<boolean>) => expect.poll(what, { timeout: 20_000 }).toBe(true);

/** Lets the listener ask until something holds. */
async function hear(what: () => boolean | Promise<boolean>, job = listener): Promise<void> {
  await until(async () => {
    await job.run();
    return what();
  });
}

const reached = () => hear(async () => (await bots()).length === 1);
const bots = () => ctx.db.selectFrom('telegram_bots').selectAll().execute();

async function link(user: User, chatId = chat): Promise<void> {
  await reached();
  const { code } = await createTelegramCode(actorOf(user), BOT);
  api.write({ chatId, text: `/start ${code}`, username: 'sam_buys', language: 'ru' });
  await hear(async () => (await linkOf(user)).linked_to !== null);
  await ctx.db.deleteFrom('telegram_messages').execute();
}

/** A notice that holds what it says. */
const tell = (user: User, reference: bigint, host = 'hooks.example') =>
  notify(ctx, {
    userId: BigInt(user.id),
    event: 'webhookOff',
    reference,
    facts: { host, isGone: true, isShops: false },
  });
const waiting = () => ctx.db.selectFrom('telegram_messages').selectAll().orderBy('id').execute();
const textsTo = (chatId: number) =>
  api.sent.filter(({ chat_id: id }) => id === String(chatId)).map(({ text }) => text);

test('a code links a private chat once; its person is told by mail, and gets notices with a button into the page', async () => {
  const user = await shop.register();
  await reached();
  const { data } = await shop.call('GET', '/api/notices/telegram', undefined, bearer(user.token));
  // The shop of the test has no bot of its own.
  expect(data).toEqual({ bot: null, linked_to: null, linked_at: null });
  const { code, url } = await createTelegramCode(actorOf(user), BOT);
  expect(url).toBe(`https://t.me/quay_shop_bot?start=${code}`);
  api.write({ chatId: chat, text: `/start ${code}`, username: 'sam_buys' });
  await hear(() => textsTo(chat).length === 1);
  expect(textsTo(chat)[0]).toContain(`Linked: the notices of ${user.username}`);
  expect(await linkOf(user)).toMatchObject({ bot: 'quay_shop_bot', linked_to: '@sam_buys' });
  const mails = await ctx.db.selectFrom('mails').select('kind').where('recipient', '=', user.email).execute();
  expect(mails).toEqual([{ kind: 'telegram-linked' }]);

  // Used up: another chat gets nothing with it.
  api.write({ chatId: chat + 500, text: `/start ${code}` });
  await hear(() => textsTo(chat + 500).length === 1);
  expect(textsTo(chat + 500)[0]).toContain('not valid');

  await ctx.db.deleteFrom('telegram_messages').execute();
  await tell(user, 1n);
  await sendDue();
  expect(api.sent.at(-1)).toMatchObject({
    chat_id: String(chat),
    text: expect.stringContaining('hooks.example'),
    reply_markup: {
      inline_keyboard: [[{ url: 'https://shop.example/client/personal-information#webhooks' }]],
    },
  });
  expect(await waiting()).toEqual([]);
});

test('a code ends after ten minutes, with the next one, and is not guessed', async () => {
  const user = await shop.register();
  await reached();
  const { code: first } = await createTelegramCode(actorOf(user), BOT);
  const { code: late } = await createTelegramCode(actorOf(user), BOT);
  const say = (text: string, chatId = chat) =>
    answerUpdate(ctx, { chatId: BigInt(chatId), name: 'Sam', language: 'en', text });
  expect(await say(`/start ${first}`)).toContain('not valid');
  shop.clock.advance(10 * MINUTE_MS + 1);
  expect(await say(`/start ${late}`)).toContain('not valid');
  for (const guess of ['AAAA2222', 'BBBB2222', 'CCCC2222']) await say(`/start ${guess}`);
  const { code } = await createTelegramCode(actorOf(user), BOT);
  // The fifth wrong one was answered with a warning; the right one is not even looked at.
  expect(await say(`/start ${code}`)).toBeNull();
  expect((await linkOf(user)).linked_to).toBeNull();
  // Others are not locked out by it.
  expect(await say(`/start ${code.toLowerCase()}`, chat + 500)).toContain('Linked');
  shop.clock.advance(HOUR_MS);
  const { code: again } = await createTelegramCode(actorOf(user), BOT);
  expect(await say(`/start ${again}`)).toContain('Linked');
});

test('it is unlinked from the page, by /stop, and by blocking the bot, and what waited is dropped', async () => {
  const user = await shop.register();
  await link(user);
  await tell(user, 10n);
  await shop.call('DELETE', '/api/notices/telegram', undefined, bearer(user.token));
  expect((await linkOf(user)).linked_to).toBeNull();
  expect(await waiting()).toEqual([]);

  await link(user);
  api.write({ chatId: chat, text: '/stop' });
  await hear(async () => (await linkOf(user)).linked_to === null);

  await link(user);
  api.block(chat, true);
  await hear(async () => (await linkOf(user)).linked_to === null);

  const other = await shop.register();
  await link(other, chat + 500);
  // By numbers of their own, also at the same moment: mails are read by them.
  const told = await ctx.db.selectFrom('notices').selectAll().where('event', '=', 'telegramLinked').execute();
  expect(new Set(told.map(({ reference }) => reference)).size).toBe(told.length);
  api.block(chat + 500);
  await tell(other, 11n);
  await sendDue();
  expect((await linkOf(other)).linked_to).toBeNull();
  expect(await waiting()).toEqual([]);
});

test('groups and what is no text change nothing, and a message that cannot be read holds up no other', async () => {
  const user = await shop.register();
  await reached();
  const { code } = await createTelegramCode(actorOf(user), BOT);
  api.write({ chatId: -77, text: `/start ${code}`, chatType: 'group' });
  api.write({ chatId: chat, text: 'hello' });
  await hear(() => textsTo(chat).length === 1);
  expect(textsTo(chat)[0]).toContain('This bot sends notices');
  expect((await linkOf(user)).linked_to).toBeNull();
  expect(textsTo(-77)).toEqual([]);
});

test('after a restart nothing is read twice, and nothing is passed over', async () => {
  const user = await shop.register();
  await link(user);
  const before = (await bots())[0]!.next_update;
  await listener.end!();
  api.write({ chatId: chat, text: 'while the shop was down' });
  // Somebody had fetched it, and was killed before anything was noted.
  await fetch(`${api.url}/bot${TOKEN}/getUpdates`, { method: 'POST' });
  listener = listen();
  await hear(() => textsTo(chat).some((text) => text.includes('sends notices')));
  const after = (await bots())[0]!.next_update;
  expect(after).toBe(before + 1n);
  // A second process asks too: one of them is sent away, and the link and the answers stay as they are.
  const count = api.sent.length;
  const second = listen();
  await Promise.all([listener.run(), second.run()]);
  await until(() => api.calls.filter((method) => method === 'getUpdates').length > 3);
  expect(api.sent).toHaveLength(count);
  await second.end!();
});

test('numbers that begin anew after a quiet week are followed, and each message is answered once', async () => {
  await link(await shop.register());
  api.renumber(1_000);
  const answers = textsTo(chat).length;
  api.write({ chatId: chat, text: 'after a week' });
  await hear(() => textsTo(chat).length === answers + 1);
  api.write({ chatId: chat, text: 'and again' });
  await hear(() => textsTo(chat).length === answers + 2);
  await hear(async () => (await bots())[0]!.next_update === 1_002n);
  for (let asked = 0; asked < 3; asked += 1) await listener.run();
  expect(textsTo(chat)).toHaveLength(answers + 2);
});

test('while Telegram and the database are away the bot waits, and the shop runs on', async () => {
  const db = new Proxy(ctx.db, {
    get: () => {
      throw new Error('no connection');
    },
  });
  api.answer('getMe', { status: 502, description: 'Bad Gateway' });
  const alone = createListenToBotJob({ ...ctx, db }, bot());
  await alone.run();
  await expect(alone.idle()).resolves.toBeUndefined();
});

test('an API that does not answer is asked less and less often, and is an alarm while that lasts', async () => {
  await reached();
  await listener.end!();
  api.answer('getUpdates', ...Array.from({ length: 5 }, () => ({ status: 502, description: 'Bad Gateway' })));
  listener = listen();
  const asked = () => api.calls.filter((method) => method === 'getUpdates').length;
  const tries: number[] = [];
  for (let second = 0; second < 100; second += 1) {
    const before = asked();
    await listener.run();
    await listener.idle();
    if (asked() > before) tries.push(second);
    if (tries.length === 5) break;
    shop.clock.advance(SECOND_MS);
  }
  expect(tries).toEqual([0, 1, 6, 21, 81]);
  expect(await findTelegramFailure(ctx, BOT.botId)).toBeUndefined();
  shop.clock.advance(10 * MINUTE_MS);
  expect((await findTelegramFailure(ctx, BOT.botId))?.problem).toContain('Bad Gateway');
  api.write({ chatId: chat, text: 'hello again' });
  await hear(async () => (await findTelegramFailure(ctx, BOT.botId)) === undefined);
});

test('a token that Telegram refuses is a failure without the token in it', async () => {
  const stranger = createListenToBotJob(ctx, createTelegram(`${TOKEN}x`, api.url, 2_000));
  await stranger.run();
  await stranger.idle();
  expect((await bots())[0]).toMatchObject({
    username: null,
    failure: expect.stringContaining('Unauthorized'),
  });
  expect(JSON.stringify((await bots())[0]!.failure)).not.toContain(TOKEN);
});

test('when Telegram asks for a pause it gets one, and then every message once, in order', async () => {
  const user = await shop.register();
  await link(user);
  for (const reference of [20n, 21n, 22n]) await tell(user, reference, `host-${reference}.example`);
  const before = api.sent.length;
  api.answer('sendMessage', { status: 429, description: 'Too Many Requests', retryAfterS: 30 });
  await sendDue();
  shop.clock.advance(29 * SECOND_MS);
  await sendDue();
  expect(api.sent).toHaveLength(before);
  shop.clock.advance(2 * SECOND_MS);
  for (const _ of [1, 2, 3]) await sendDue();
  expect(api.sent.slice(before).map(({ text }) => /host-\d+/.exec(text)?.[0])).toEqual([
    'host-20',
    'host-21',
    'host-22',
  ]);
  expect(await waiting()).toEqual([]);
});

test('while Telegram cannot be reached notices wait, for a day at most', async () => {
  const user = await shop.register();
  await link(user);
  await tell(user, 30n);
  api.answer(
    'sendMessage',
    { status: 500, description: 'Internal' },
    { status: 500, description: 'Internal' },
  );
  await sendDue();
  expect(await waiting()).toMatchObject([{ attempts: 1 }]);
  shop.clock.advance(MINUTE_MS);
  await sendDue();
  expect(await waiting()).toMatchObject([{ attempts: 2 }]);
  shop.clock.advance(DAY_MS);
  const before = api.sent.length;
  await sendDue();
  expect(api.sent).toHaveLength(before);
  expect(await waiting()).toEqual([]);
});

test('what people wrote is never sent, and security notices cannot be switched off', async () => {
  const user = await shop.register();
  await link(user);
  const ann = await signInAdmin(ctx);
  const answer = { text: 'Use login sam@example.com|hunter2' };
  const path = `/api/admin/support/conversations/${user.id}/messages`;
  expect((await shop.call('POST', path, answer, ann.headers)).code).toBe(200);
  shop.clock.advance(6 * MINUTE_MS);
  const before = api.sent.length;
  await sendDue();
  expect(api.sent).toHaveLength(before + 1);
  expect(JSON.stringify(api.sent)).not.toContain('hunter2');

  const always = (Object.keys(NOTICES) as NoticeEvent[]).filter((event) => NOTICES[event].mail === 'always');
  expect(always).toContain('signedInElsewhere');
  for (const event of always)
    for (const way of ['by_page', 'by_mail', 'by_telegram']) {
      const body = { event, [way]: false };
      const { code } = await shop.call('PUT', '/api/notices/choices', body, bearer(user.token));
      expect(code, `${event} ${way}`).toBe(errors.invalidFormat.code);
    }
  await shop.call(
    'PUT',
    '/api/notices/choices',
    { event: 'webhookOff', by_telegram: false },
    bearer(user.token),
  );
  await tell(user, 40n);
  expect(await waiting()).toEqual([]);
});

test('what was switched off while it waited is not sent', async () => {
  const user = await shop.register();
  await link(user);
  await tell(user, 41n);
  const off = { event: 'webhookOff', by_telegram: false };
  await shop.call('PUT', '/api/notices/choices', off, bearer(user.token));
  const before = api.sent.length;
  await sendDue();
  expect(api.sent).toHaveLength(before);
  expect(await waiting()).toEqual([]);
});

test('who unlinks it while others of the same run are sent theirs is sent nothing any more', async () => {
  const [first, second] = [await shop.register(), await shop.register()];
  await link(first);
  await link(second, chat + 500);
  await tell(first, 42n);
  await tell(second, 43n);
  const { send, ...rest } = bot();
  const unlinking: typeof send = async (...given) => {
    await shop.call('DELETE', '/api/notices/telegram', undefined, bearer(second.token));
    await send(...given);
  };
  const before = textsTo(chat + 500).length;
  await createSendToTelegramJob(ctx, { ...rest, send: unlinking }, noticeReaders).run();
  expect(textsTo(chat).at(-1)).toContain('hooks.example');
  expect(textsTo(chat + 500)).toHaveLength(before);
});

test('a changed password ends the code, and whoever may not act on it any more is sent nothing of it', async () => {
  const ann = await signInAdmin(ctx, ['settings.write']);
  const user = { id: ann.user.id.toString() } as User;
  await link(user);
  const { code } = await createTelegramCode(actorOf(user), BOT);
  await ctx.events.announce(ctx, 'credentialsChanged', { userId: ann.user.id });
  const said = { chatId: BigInt(chat + 500), name: 'Sam', language: 'en', text: `/start ${code}` };
  expect(await answerUpdate(ctx, said)).toContain('not valid');
  const facts = { host: 'erp.example', isGone: false };
  await notifyStaff(ctx, { event: 'shopWebhookOff', reference: 60n, facts, to: [ann.user.id] });
  const role = ctx.db.updateTable('roles').where('id', '=', ann.user.role_id);
  await role.set({ actions: ['support.answer'] }).execute();
  const before = api.sent.length;
  await sendDue();
  expect(api.sent).toHaveLength(before);
});

test('staff get theirs too, and nothing is done from a chat', async () => {
  const ann = await signInAdmin(ctx, ['settings.write']);
  const user = { id: ann.user.id.toString() } as User;
  await link(user);
  const facts = { host: 'erp.example', isGone: false };
  await notifyStaff(ctx, { event: 'shopWebhookOff', reference: 50n, facts, to: [ann.user.id] });
  await sendDue();
  expect(api.sent.at(-1)).toMatchObject({
    text: expect.stringContaining('erp.example'),
    reply_markup: { inline_keyboard: [[{ url: 'https://shop.example/admin/config?tab=webhooks' }]] },
  });
  expect(JSON.stringify(api.sent)).not.toContain('callback_data');
});
