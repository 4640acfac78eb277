import { errors } from '@portside/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { bearer } from '../../testing/app.ts';
import { buildLevel } from '../../testing/build-prices.ts';
import { buildBuyer, buildGoods, stockUp } from '../../testing/build.ts';
import { recordDeposit } from '../../testing/followed-chain.ts';
import { signInAdmin } from '../../testing/people.ts';
import { isOnPostgres } from '../../testing/world.ts';
import { buy, createWebhookShop, inSandbox, listen, startReceiver } from '../../testing/webhook-shop.ts';
import { recordChanges } from '../changes/index.ts';
import { creditDeposits } from '../deposits/credit-deposits.ts';
import { findDeposit } from '../deposits/deposits.sql.ts';
import { createWarrantyClaim, refuseWarrantyClaim } from '../orders/after-sales/warranty-claims.ts';
import { passEventsOn } from './record-events.ts';
import { sign, verify } from './webhook-signatures.ts';
import { sweepWebhooks } from './webhook-deliveries.ts';
import {
  createShopWebhook,
  deleteShopWebhook,
  deleteWebhook,
  listWebhooks,
  lockWebhook,
} from './write-webhook.ts';

let the: Awaited<ReturnType<typeof createWebhookShop>>;
beforeAll(async () => {
  the = await createWebhookShop();
});

test('the signature is that of the published standard', () => {
  const signed = {
    id: 'msg_2example0001',
    timestamp: 1_789_430_405,
    body: '{"type":"order.completed","timestamp":"2026-09-15T00:00:05Z","data":{"order_no":"P0000070021"}}',
  };
  const secret = 'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=';
  const signature = 'v1,8KV91e0atRwZIKEZpZGw+sQ6NYW5dwaIrRptoaUJaps=';
  expect(sign([secret], signed)).toBe(signature);
  const now = new Date(signed.timestamp * 1_000);
  expect(verify(secret, signed, `v1,AAAA ${signature}`, now)).toBe(true);
  expect(verify(secret, { ...signed, body: `${signed.body} ` }, signature, now)).toBe(false);
  expect(verify(secret, signed, signature, new Date(now.getTime() + 6 * MINUTE_MS))).toBe(false);
});

test('a bought and read order is told once, signed, without the texts of accounts', async () => {
  const { buyer, goodsId } = await the.richBuyer();
  const receiver = await startReceiver();
  const { id, secret } = await listen(buyer, receiver.url, 'order.completed');
  const orderNo = await buy(buyer, goodsId, 2);
  await the.readOrderAccounts(buyer, orderNo);
  await the.readOrderAccounts(buyer, orderNo);
  await the.sendDue();
  await the.sendDue();
  expect(receiver.messages).toHaveLength(1);
  const [message] = receiver.messages;
  expect(verify(secret, message!, message!.signatures, the.ctx.clock.now())).toBe(true);
  expect(JSON.parse(message!.body)).toEqual({
    type: 'order.completed',
    timestamp: the.ctx.clock.now().toISOString(),
    data: {
      order_no: orderNo,
      user_id: `${buyer.id}`,
      goods_id: `${goodsId}`,
      quantity: 2,
      total_amount: '2',
    },
  });
  expect(message!.body).not.toContain('secret');
  expect(await the.logOf(id)).toMatchObject([
    { state: 'delivered', attempts: 1, status: 204, message_id: message!.id },
  ]);
});

test('nothing is told of what was rolled back, to others, or to who is blocked', async () => {
  const { buyer, goodsId } = await the.richBuyer();
  const [stranger, blocked] = [await buildBuyer(the.ctx), await buildBuyer(the.ctx, 5_000_000n)];
  const receiver = await startReceiver();
  const ids = [buyer, stranger, blocked].map((one) => listen(one, receiver.url, 'order.completed'));
  const [own, others, frozen] = await Promise.all(ids);
  const orderNo = await buy(buyer, goodsId);
  const failing = inTransaction(the.shop.ctx, async (step) => {
    await the.announceCompleted(step, orderNo);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await the.ctx.db.updateTable('users').set({ status: 'frozen' }).where('id', '=', blocked.id).execute();
  await the.complete(blocked, goodsId).catch(() => undefined);
  await the.announceCompleted(the.ctx, orderNo, blocked.id);
  for (const { id } of [own!, others!, frozen!]) expect(await the.logOf(id)).toEqual([]);
});

test('a claim is told to its buyer when it is settled, and to the shop when it is opened too', async () => {
  const { buyer, goodsId } = await the.richBuyer();
  const admin = await signInAdmin(the.shop.ctx);
  const receiver = await startReceiver();
  await listen(buyer, receiver.url, 'claim.settled');
  const shops = await createShopWebhook(inSandbox(admin.ctx), {
    body: {
      url: receiver.url,
      events: ['claim.opened', 'claim.settled', 'user.registered', 'proposal.waiting'],
    },
  });
  const orderNo = await buy(buyer, goodsId);
  const { items } = (
    await the.shop.call('GET', `/api/admin/orders/${orderNo}/items`, undefined, admin.headers)
  ).data;
  const claim = await createWarrantyClaim(buyer.ctx, {
    params: { order_no: orderNo },
    body: { item_ids: [items[0].id], reason: 'dead' },
  });
  await refuseWarrantyClaim(admin.ctx, { params: { id: claim.id }, body: { reason: 'works' } });
  await the.shop.register();
  await the.sendDue();
  expect(receiver.types().toSorted()).toEqual([
    'claim.opened',
    'claim.settled',
    'claim.settled',
    'user.registered',
  ]);
  await deleteShopWebhook(admin.ctx, { params: { id: shops.webhook.id } });
});

test('a credited top-up is told with its transaction', async () => {
  const buyer = await buildBuyer(the.ctx);
  const receiver = await startReceiver();
  await listen(buyer, receiver.url, 'topup.credited');
  const depositId = await recordDeposit(the.shop.ctx, 5_500_000n, { state: 'unmatched' });
  await inTransaction(the.shop.ctx, async (step) => {
    const deposit = (await findDeposit(step.db, depositId))!;
    await creditDeposits(step, [deposit], buyer.id, { by: 'buyer' });
  });
  await the.sendDue();
  expect(JSON.parse(receiver.messages[0]!.body)).toMatchObject({
    type: 'topup.credited',
    data: { deposit_id: `${depositId}`, amount: '5.5', order_id: null },
  });
});

test('products are told of to whoever sees them', async () => {
  const level = await buildLevel(the.ctx);
  const [member, visitor] = [await buildBuyer(the.ctx), await buildBuyer(the.ctx)];
  await the.ctx.db
    .updateTable('users')
    .set({ level_id: level, level_held: true })
    .where('id', '=', member.id)
    .execute();
  const receiver = await startReceiver();
  const events = ['product.restocked', 'product.price_changed', 'product.withdrawn'] as const;
  const own = await listen(member, receiver.url, ...events);
  const others = await listen(visitor, receiver.url, ...events);
  const goodsId = await buildGoods(the.ctx);
  const set = async (change: Record<string, unknown>) => {
    await the.ctx.db.updateTable('goods').set(change).where('id', '=', goodsId).execute();
    await recordChanges(the.shop.ctx, { countSold: async () => new Map() });
  };
  await set({ visibility: 'levels', level_ids: [level], min_quantity: 2 });
  // Nobody can order one.
  await stockUp(the.ctx, goodsId, 1);
  await set({ sort: 1 });
  await stockUp(the.ctx, goodsId, 1);
  await set({ sort: 2 });
  await set({ price_micro: 2_000_000n });
  await set({ on_sale: false });
  expect((await the.logOf(own.id)).map(({ type, body }) => [type, JSON.parse(body).data])).toEqual([
    ['product.restocked', { goods_id: `${goodsId}`, stock: 2, price: '1' }],
    ['product.price_changed', { goods_id: `${goodsId}`, price: '2', price_before: '1' }],
    ['product.withdrawn', { goods_id: `${goodsId}` }],
  ]);
  expect(await the.logOf(others.id)).toEqual([]);
});

test('a deleted endpoint is gone at once, and its log with the next sweeps', async () => {
  const { buyer, goodsId } = await the.richBuyer();
  const receiver = await startReceiver();
  const { id } = await listen(buyer, receiver.url, 'order.completed');
  await the.complete(buyer, goodsId);
  await deleteWebhook(buyer.ctx, { params: { id } });
  expect((await listWebhooks(buyer.ctx)).items).toEqual([]);
  await expect(deleteWebhook(buyer.ctx, { params: { id } })).rejects.toMatchObject({ reason: 'notFound' });
  await the.complete(buyer, goodsId);
  await the.sendDue();
  expect([receiver.messages.length, (await the.logOf(id)).length]).toEqual([0, 1]);
  await sweepWebhooks(the.ctx);
  expect(await the.logOf(id)).toEqual([]);
  await expect(the.endpoint(id)).rejects.toThrow('no result');
});

test.runIf(isOnPostgres)(
  'an endpoint and what tells it of something do not hold each other up',
  async () => {
    const { buyer, goodsId } = await the.richBuyer();
    const { id } = await listen(buyer, (await startReceiver()).url, 'order.completed');
    const orderNo = await buy(buyer, goodsId);
    const tell = (step: Ctx) => the.announceCompleted(step, orderNo);
    // Its owner changes it while an order is told of, in whatever order they come.
    await inTransaction(the.shop.ctx, async (step) => {
      await sql`set local lock_timeout = '2s'`.execute(step.db);
      await tell(step);
      await inTransaction(inSandbox(buyer.ctx), async (other) => {
        await sql`set local lock_timeout = '2s'`.execute(other.db);
        await lockWebhook(other, 'buyer', id);
        await tell(step);
      });
    });
    await passEventsOn(the.ctx);
    await the.ctx.db.deleteFrom('webhook_deliveries').where('webhook_id', '=', BigInt(id)).execute();
    // One that is being deleted holds up no order, and is left out.
    let passing: Promise<unknown> | undefined;
    await inTransaction(the.ctx, async ({ db }) => {
      await db.deleteFrom('webhooks').where('id', '=', BigInt(id)).execute();
      await inTransaction(the.shop.ctx, tell);
      passing = passEventsOn(the.shop.ctx);
      await vi.waitFor(async () => {
        const { rows } = await sql`select from pg_locks where not granted`.execute(the.ctx.db);
        expect(rows.length).toBeGreaterThan(0);
      });
    });
    await passing;
    expect(await the.logOf(id)).toEqual([]);
  },
  20_000,
);

test('what may not be written is refused', async () => {
  const { token } = await the.shop.register();
  const create = (body: object) => the.shop.call('POST', '/api/webhooks', body, bearer(token));
  const events = ['order.completed'];
  for (const url of [
    'https://10.0.0.1/',
    'http://the.shop.example/',
    'https://a:b@the.shop.example/',
    'nowhere',
  ])
    expect(await create({ url, events })).toMatchObject({ status: 400, code: 100_001 });
  const url = 'https://the.shop.example/hook';
  expect(await create({ url, events: ['deposit.unmatched'] })).toMatchObject({ status: 400 });
  expect(await create({ url, events: [] })).toMatchObject({ status: 400 });
  for (let count = 0; count < 10; count += 1) expect((await create({ url, events })).status).toBe(200);
  expect(await create({ url, events })).toMatchObject({ status: 409, code: 500_002 });
  const { items } = (await the.shop.call('GET', '/api/webhooks', undefined, bearer(token))).data;
  expect(items).toHaveLength(10);
  expect(JSON.stringify(items)).not.toContain('whsec_');
});

test('an eleventh endpoint is refused, and the refusal says how many there can be', async () => {
  const { buyer } = await the.richBuyer();
  const headers = bearer(await the.tokenOf(buyer));
  const add = (each: number) =>
    the.shop.call(
      'POST',
      '/api/webhooks',
      { url: `https://hooks.example/${each}`, events: ['order.completed'] },
      headers,
    );
  for (let each = 1; each <= 10; each += 1) expect((await add(each)).code).toBe(200);
  expect((await add(11)).body).toMatchObject({
    code: errors.dataExists.code,
    faults: [{ field: 'url', fault: 'many', limit: 10 }],
  });
});
