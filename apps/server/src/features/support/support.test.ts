import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Actor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Publication } from '../../platform/live.ts';
import { buildAgent } from '../../testing/build.ts';
import { signInAdmin, createPerson } from '../../testing/people.ts';
import { createWorld } from '../../testing/world.ts';
import { findConversation, countAfter } from './support.sql.ts';
import { findUnansweredConversations } from './list-conversations.ts';
import { markConversationRead, markSupportRead } from './mark-read.ts';
import { readSupport } from './read-support.ts';
import { answerConversation, sendSupportMessage } from './send-message.ts';

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

test('a message is pushed to both sides and no one else', async () => {
  const { ctx, published, user, asUser, asAdmin, admin } = await createTalk();
  const { user: outsider } = await signInAdmin(ctx, ['order.read']);
  const asked = await sendSupportMessage(asUser, { text: 'hello' });
  const to = (id: bigint) =>
    published.filter((one) => one.to === id).map(({ name, data }) => ({ name, data }));
  const user_id = user.id.toString();
  expect(to(user.id)).toEqual([{ name: 'support', data: { unread: 0, message: asked } }]);
  expect(to(admin.user.id)).toEqual([{ name: 'conversation', data: { user_id, unread: 1 } }]);
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
