import { errors } from '@portside/contract';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Publication } from '../../platform/live.ts';
import { buildAgent, buildGoods } from '../../testing/build.ts';
import { signInAdmin, createPerson, type TestAdmin } from '../../testing/people.ts';
import { createWorld } from '../../testing/world.ts';
import { uploadReferences } from '../../compose/compose.ts';
import { sweepUploads, storeUpload } from '../../platform/uploads/uploads.ts';
import { bearer, createFreshShop, type TestShop } from '../../testing/app.ts';
import { imageForm, pngBytes, pngOfBytes } from '../../testing/image-form.ts';
import { buyOnce } from '../../testing/sale.ts';
import { mailNotice, NOTICE_MAILS } from '../notices/index.ts';
import { watchMoney } from '../alarms/index.ts';
import { findConversation, countAfter } from './support.sql.ts';
import { findUnansweredConversations } from './list-conversations.ts';
import { markConversationRead, markSupportRead } from './mark-read.ts';
import { readSupport } from './read-support.ts';
import { answerConversation, readAnswers, sendSupportMessage } from './send-message.ts';
import { expireImages } from './index.ts';

const renderReply = mailNotice(readAnswers);

async function createTalk() {
  const { ctx: system, clock } = await createWorld();
  const published: Publication[] = [];
  const base = {
    ...system,
    live: { changed: () => undefined, publish: (one: Publication) => void published.push(one) },
  };
  const as = (actor: Actor): Ctx => ({ ...base, actor });
  const { user, actor } = await createPerson(system);
  const admin = await signInAdmin(system, ['support.read', 'support.answer']);
  return { ctx: base, clock, published, user, asUser: as(actor), asAdmin: as(admin.ctx.actor), admin };
}

const contactFor = async (ctx: Ctx, promotion_code?: string) =>
  (await readSupport(ctx, { query: promotion_code === undefined ? {} : { promotion_code } })).contact;

test('a visitor sees the agent of their code, a buyer their own agent, anyone else the shop', async () => {
  const { ctx } = await createWorld();
  const [{ user: harbour }, { user: silent }] = [await createPerson(ctx), await createPerson(ctx)];
  const agent = await buildAgent(ctx, { userId: harbour.id, platformName: 'Harbour', telegram: '@harbour' });
  const quiet = await buildAgent(ctx, { userId: silent.id, platformName: 'Silent', telegram: '' });
  const brought = await createPerson(ctx, { agentId: harbour.id });
  const alone = await createPerson(ctx);
  const visitor = { ...ctx, actor: { kind: 'visitor' } } as const;
  const harbours = { from: 'agent', name: 'Harbour', telegram: '@harbour' };
  const shops = { from: 'shop', name: 'Portside', telegram: '' };
  expect(await contactFor(visitor, agent.promotion_code.toLowerCase())).toEqual(harbours);
  expect(await contactFor(visitor, quiet.promotion_code)).toEqual(shops);
  expect(await contactFor(visitor, 'ZZZZZZZZ')).toEqual(shops);
  expect(await contactFor(visitor)).toEqual(shops);
  expect(await contactFor({ ...ctx, actor: brought.actor })).toEqual(harbours);
  expect(await contactFor({ ...ctx, actor: alone.actor }, agent.promotion_code)).toEqual(shops);
  await ctx.db.updateTable('agents').set({ state: 'paused' }).where('user_id', '=', harbour.id).execute();
  expect(await contactFor({ ...ctx, actor: brought.actor })).toEqual(shops);
});

test('answers that are never read are mailed once a day at most, and each of them once', async () => {
  const { ctx, clock, user, asAdmin } = await createTalk();
  const answer = async (text: string) => BigInt((await answerConversation(asAdmin, user.id, { text })).id);
  const texts = async (id: bigint) => (await renderReply(ctx, id, ''))?.text.match(/answer \d/g) ?? null;
  const first = await answer('answer 1');
  const second = await answer('answer 2');
  expect(await texts(first)).toEqual(['answer 1', 'answer 2']);
  expect(await texts(second)).toBeNull();
  // The mail server did not take it, so it is tried again.
  expect(await texts(first)).toEqual(['answer 1', 'answer 2']);
  clock.advance(20 * HOUR_MS);
  const third = await answer('answer 3');
  expect(await texts(third)).toBeNull();
  const due = await ctx.db
    .selectFrom('mails')
    .select('next_at')
    .where('kind', '=', NOTICE_MAILS.supportAnswered)
    .where('reference', '=', third)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(due.next_at.getTime() - clock.now().getTime()).toBe(DAY_MS - 20 * HOUR_MS);
  clock.advance(20 * HOUR_MS);
  const fourth = await answer('answer 4');
  expect(await texts(third)).toEqual(['answer 1', 'answer 2', 'answer 3', 'answer 4']);
  expect(await texts(fourth)).toBeNull();
  clock.advance(DAY_MS);
  expect(await texts(fourth)).toBeNull();
});

test('an answer that waits is not mailed to who has switched these mails off since, and takes no mail of the day', async () => {
  const { ctx, clock, user, asAdmin } = await createTalk();
  const muted = { user_id: user.id, event: 'supportAnswered', way: 'mail', is_on: false } as const;
  const answer = async (text: string) => BigInt((await answerConversation(asAdmin, user.id, { text })).id);
  const texts = async (id: bigint) => (await renderReply(ctx, id, ''))?.text.match(/answer \d/g) ?? null;
  expect(await texts(await answer('answer 1'))).toEqual(['answer 1']);
  const second = await answer('answer 2');
  // Due again after a day.
  expect(await texts(second)).toBeNull();
  clock.advance(DAY_MS);
  await ctx.db.insertInto('notice_choices').values(muted).execute();
  expect(await texts(second)).toBeNull();
  await ctx.db.deleteFrom('notice_choices').where('user_id', '=', user.id).execute();
  expect(await texts(await answer('answer 3'))).toEqual(['answer 1', 'answer 2', 'answer 3']);
});

test('a message is pushed to both sides and no one else', async () => {
  const { ctx, published, user, asUser, asAdmin, admin } = await createTalk();
  const { user: outsider } = await signInAdmin(ctx, ['order.read']);
  const asked = await sendSupportMessage(asUser, { text: 'hello' });
  const to = (id: bigint) =>
    published.filter((one) => one.to === id).map(({ name, data }) => ({ name, data }));
  const user_id = user.id.toString();
  expect(to(user.id)).toEqual([{ name: 'support', data: { unread: 0, message: asked } }]);
  expect(to(admin.user.id)).toEqual([
    { name: 'conversation', data: { user_id, unread: 1 } },
    { name: 'notices', data: { unread: 1 } },
  ]);
  expect(to(outsider.id)).toEqual([]);
  const { answered_by: _, ...answer } = await answerConversation(asAdmin, user.id, { text: 'hello' });
  expect(to(user.id).at(-1)).toEqual({ name: 'support', data: { unread: 1, message: answer } });
  await markSupportRead(asUser, BigInt(answer.id));
  expect(to(user.id).at(-1)).toEqual({ name: 'support', data: { unread: 0, message: null } });
  await markConversationRead(asAdmin, user.id, BigInt(asked.id));
  expect(to(admin.user.id).at(-1)).toEqual({ name: 'conversation', data: { user_id, unread: 0 } });
});

test('nothing can be marked as read before it is written', async () => {
  const { user, asUser, asAdmin, ctx } = await createTalk();
  await sendSupportMessage(asUser, { text: 'one' });
  await markConversationRead(asAdmin, user.id, 999_999_999_999n);
  const { id } = await sendSupportMessage(asUser, { text: 'two' });
  expect(await findConversation(ctx.db, user.id)).toMatchObject({ unread_by_shop: 1 });
  await markConversationRead(asAdmin, user.id, BigInt(id));
  expect(await findConversation(ctx.db, user.id)).toMatchObject({ unread_by_shop: 0 });
});

test('waiting conversations count from the first unread message', async () => {
  const { user, asUser, asAdmin, ctx, clock } = await createTalk();
  clock.advance(-365 * 86_400_000);
  const began = clock.now();
  const first = await sendSupportMessage(asUser, { text: '1' });
  clock.advance(1_000);
  await answerConversation(asAdmin, user.id, { text: 'not read by that' });
  await sendSupportMessage(asUser, { text: '2' });
  const waiting = await findUnansweredConversations(ctx.db);
  expect(waiting).toMatchObject({ since: began });
  await markConversationRead(asAdmin, user.id, BigInt(first.id));
  expect(await findUnansweredConversations(ctx.db)).toEqual({ ...waiting, since: clock.now() });
});

test('images per day are limited, also when sent concurrently; the next day starts anew', async () => {
  const { asUser, clock } = await createTalk();
  const send = (count: number) =>
    Promise.allSettled(
      Array.from({ length: count }, () =>
        sendSupportMessage(asUser, { image: `${crypto.randomUUID()}.png` }),
      ),
    );
  const sent = await send(34);
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
  await expect(sendSupportMessage(asUser, { image: 'one-more.png' })).rejects.toMatchObject({
    reason: 'tooManyTries',
  });
  await sendSupportMessage(asUser, { text: 'still here' });
  clock.advance(86_400_001);
  expect((await send(1))[0]).toMatchObject({ status: 'fulfilled' });
});

test('unread counts match the messages after the read position, whatever happens concurrently', async () => {
  const { ctx, user, asUser, asAdmin } = await createTalk();
  const written: bigint[] = [];
  const deeds = {
    ask: async () => written.push(BigInt((await sendSupportMessage(asUser, { text: 'a' })).id)),
    answer: async () => written.push(BigInt((await answerConversation(asAdmin, user.id, { text: 'b' })).id)),
    userReads: (share: number) => markSupportRead(asUser, at(share)),
    shopReads: (share: number) => markConversationRead(asAdmin, user.id, at(share)),
  };
  const at = (share: number): bigint => written[Math.floor(share * written.length)] ?? 0n;
  const deed = fc.record({
    name: fc.constantFrom(...(Object.keys(deeds) as (keyof typeof deeds)[])),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(deed, { maxLength: 4 }), { maxLength: 5 }), async (rounds) => {
      for (const round of rounds) await Promise.all(round.map(({ name, share }) => deeds[name](share)));
      const row = await findConversation(ctx.db, user.id);
      if (!row) return;
      const left = { sender: 'shop', after: row.read_by_user } as const;
      expect(row.unread_by_user).toBe(await countAfter(ctx.db, user.id, left));
      const open = { sender: 'user', after: row.read_by_shop } as const;
      expect(row.unread_by_shop).toBe(await countAfter(ctx.db, user.id, open));
    }),
    { numRuns: 12 },
  );
});

describe('limits of images', () => {
  const MB = 1_048_576;

  let shop: TestShop;
  let admin: TestAdmin;

  beforeEach(async () => {
    shop = await createFreshShop();
    admin = await signInAdmin(shop.ctx);
  });

  type Form = Awaited<ReturnType<typeof imageForm>>;
  type Person = { readonly token: string; readonly id: string };

  const post = async (
    url: string,
    { payload, headers }: Form,
    as: Record<string, string>,
    from = '192.0.2.1',
  ) =>
    (
      await shop.app.http.inject({
        method: 'POST',
        url,
        payload,
        headers: { ...headers, ...as },
        remoteAddress: from,
      })
    ).json();
  const send = async ({ token }: Person, megabytes: number, from?: string): Promise<number> =>
    (await post('/api/support/images', await imageForm(pngOfBytes(megabytes * MB)), bearer(token), from))
      .code;
  const newBuyer = async (): Promise<Person> => {
    const person = await shop.register();
    await buyOnce(shop, person);
    return person;
  };
  const stored = async (): Promise<number> =>
    (await shop.ctx.db.selectFrom('uploads').select('name').execute()).length;
  const setLimits = async (limits: object): Promise<void> => {
    const { data } = await shop.call('GET', '/api/settings', undefined, admin.headers);
    expect((await shop.call('PUT', '/api/settings', { ...data, ...limits }, admin.headers)).code).toBe(200);
  };
  const alarms = async (): Promise<string[]> => {
    await watchMoney(shop.ctx);
    const rows = await shop.ctx.db
      .selectFrom('alarms')
      .select('kind')
      .where('ended_at', 'is', null)
      .where('kind', '=', 'imagesUsedUp')
      .execute();
    return rows.map(({ kind }) => kind);
  };
  const { imagesForBuyers, imagesUsedUp } = errors;

  test('only buyers and admins can store images, not everyone who signs up', async () => {
    const stranger = await shop.register();
    expect(await send(stranger, 1)).toBe(imagesForBuyers.code);
    const support = () => shop.call('GET', '/api/support', undefined, bearer(stranger.token));
    expect((await support()).data.may_send_images).toBe(false);
    expect(await stored()).toBe(0);
    await buyOnce(shop, stranger);
    expect((await support()).data.may_send_images).toBe(true);
    expect(await send(stranger, 1)).toBe(200);
    const url = `/api/admin/support/conversations/${stranger.id}/images`;
    expect((await post(url, await imageForm(pngBytes()), admin.headers)).code).toBe(200);
    expect(await stored()).toBe(2);
  });

  test('all buyers of one network together store so many bytes in a day', async () => {
    await setLimits({ image_mb_per_address: 5 });
    const [ann, bob] = [await newBuyer(), await newBuyer()];
    expect(await send(ann, 3)).toBe(200);
    expect(await send(bob, 3)).toBe(imagesUsedUp.code);
    // What was refused does not count.
    expect(await send(bob, 2)).toBe(200);
    expect(await send(bob, 3, '192.0.2.2')).toBe(200);
    expect(await send(ann, 3, '2001:db8::1')).toBe(200);
    expect(await send(ann, 3, '2001:db8::ffff:1')).toBe(imagesUsedUp.code);
    expect(await stored()).toBe(4);
    expect(await alarms()).toEqual([]);
    shop.clock.advance(DAY_MS);
    expect(await send(bob, 3)).toBe(200);
  });

  test('all buyers together store so many bytes in a day, also at once, and the operators are told', async () => {
    await setLimits({ image_mb_per_shop: 7 });
    const buyers = await Promise.all(Array.from({ length: 5 }, newBuyer));
    const codes = await Promise.all(buyers.map((buyer, index) => send(buyer, 3, `192.0.2.${index + 1}`)));
    expect(codes.filter((code) => code === 200)).toHaveLength(2);
    expect(codes.filter((code) => code === imagesUsedUp.code)).toHaveLength(3);
    expect(await stored()).toBe(2);
    expect(await alarms()).toEqual(['imagesUsedUp']);
    shop.clock.advance(DAY_MS);
    expect(await alarms()).toEqual([]);
  });

  test('images that nobody refers to go, those of products and conversations stay', async () => {
    const { db } = shop.ctx;
    const { clock } = shop;
    const goodsId = await buildGoods(shop.ctx);
    const picture = await imageForm(pngBytes());
    await shop.app.http.inject({
      method: 'PUT',
      url: `/api/admin/goods/${goodsId}/image`,
      payload: picture.payload,
      headers: { ...picture.headers, ...admin.headers },
    });
    await send(await newBuyer(), 1);
    const lost = await storeUpload(db, { type: 'image/png', bytes: pngBytes() });
    await db.updateTable('uploads').set({ created_at: clock.now() }).execute();
    await sweepUploads(shop.ctx, uploadReferences);
    expect(await stored()).toBe(3);
    clock.advance(DAY_MS + 1);
    await sweepUploads(shop.ctx, uploadReferences);
    const names = await db.selectFrom('uploads').select('name').execute();
    expect(names).toHaveLength(2);
    expect(names.map(({ name }) => name)).not.toContain(lost);
  });

  test('half a year after its last message a conversation loses its images, and keeps its messages', async () => {
    const { db } = shop.ctx;
    const { clock } = shop;
    const [quiet, busy] = [await newBuyer(), await newBuyer()];
    for (const buyer of [quiet, busy]) await send(buyer, 1);
    await db.updateTable('uploads').set({ created_at: clock.now() }).execute();
    const work = async () => {
      await expireImages(shop.ctx);
      await sweepUploads(shop.ctx, uploadReferences);
    };
    clock.advance(100 * DAY_MS);
    admin = await signInAdmin(shop.ctx);
    await shop.call(
      'POST',
      `/api/admin/support/conversations/${busy.id}/messages`,
      { text: 'still with us?' },
      admin.headers,
    );
    await work();
    expect(await stored()).toBe(2);
    clock.advance(81 * DAY_MS);
    await work();
    expect(await stored()).toBe(1);
    admin = await signInAdmin(shop.ctx);
    const read = async ({ id }: Person) =>
      (await shop.call('GET', `/api/admin/support/conversations/${id}`, undefined, admin.headers)).data;
    const { conversation, items } = await read(quiet);
    expect(items).toMatchObject([{ text: null, has_image: true, image_deleted: true }]);
    expect(conversation.last_message).toMatchObject({ text: null, image_deleted: true });
    const url = `/api/admin/support/images/${items[0].id}`;
    expect((await shop.call('GET', url, undefined, admin.headers)).code).toBe(errors.notFound.code);
    expect((await read(busy)).items[1]).toMatchObject({ has_image: true, image_deleted: false });
  });

  test('a closed profile’s images go a month after its last message', async () => {
    const { db } = shop.ctx;
    const { clock } = shop;
    const buyer = await newBuyer();
    await send(buyer, 1);
    await db.updateTable('users').set({ status: 'closed' }).where('id', '=', BigInt(buyer.id)).execute();
    clock.advance(31 * DAY_MS);
    await expireImages(shop.ctx);
    await sweepUploads(shop.ctx, uploadReferences);
    expect(await stored()).toBe(0);
  });
});
