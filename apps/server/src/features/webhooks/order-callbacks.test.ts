import { errors } from '@portside/contract';
import fastify from 'fastify';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { bearer } from '../../testing/app.ts';
import { fund } from '../../testing/build.ts';
import { createWebhookShop, listen, startReceiver } from '../../testing/webhook-shop.ts';
import { authenticateKey } from '../api-keys/index.ts';
import { placeOrder } from '../orders/index.ts';
import { placeOrders } from '../orders/placing/place-orders.ts';
import { verify } from './webhook-signatures.ts';
import { listWebhookDeliveries, sweepWebhooks } from './webhook-deliveries.ts';
import { bindSandboxReceiver, listReceivedWebhooks, RECEIVER_PATH } from './webhook-receiver.ts';
import { deleteWebhook, listWebhooks, rotateWebhookSecret, updateWebhook } from './write-webhook.ts';

let the: Awaited<ReturnType<typeof createWebhookShop>>;
beforeAll(async () => {
  the = await createWebhookShop();
});

/** A buyer with a key, who acts by it as in a sandbox. */
async function openBuyer(scopes: readonly string[] = ['orders:place']) {
  const { goodsId } = await the.richBuyer();
  const { token, id } = await the.shop.register();
  await fund(the.ctx, BigInt(id), 100_000_000n);
  const body = { name: 'My shop', scopes, password: 'harbour-9' };
  const { data } = await the.shop.call('POST', '/api/api-keys', body, bearer(token));
  const act = async (): Promise<Ctx> => ({ ...the.ctx, actor: await authenticateKey(the.ctx, data.secret) });
  const ctx = await act();
  const order = async (callbackUrl: string | undefined, key: string = randomUUID()) => {
    const wanted = {
      goods_id: `${goodsId}`,
      quantity: 1,
      gender: 'random',
      callback_url: callbackUrl,
    } as const;
    const { order_no } = await placeOrder(ctx, { body: wanted, idempotencyKey: key });
    return order_no;
  };
  const complete = (orderNo: string) => the.announceCompleted(the.ctx, orderNo);
  const refund = async (orderNo: string) => {
    const facts = { ...(await the.nameOf(orderNo)), quantity: 1, amountMicro: 1n, isWhole: false };
    await the.ctx.events.announce(the.ctx, 'orderRefunded', facts);
  };
  return { key: data, token, ctx, goodsId, userId: BigInt(id), order, complete, refund };
}

const told = ({ messages }: { messages: readonly { body: string }[] }) =>
  messages.map(({ body }) => {
    const { type, data } = JSON.parse(body) as { type: string; data: { order_no: string } };
    return `${type} ${data.order_no}`;
  });

test('an order with a callback tells it of this order only, signed with the secret of its key', async () => {
  const buyer = await openBuyer();
  const [first, second] = [await startReceiver(), await startReceiver()];
  const one = await buyer.order(first.url);
  const other = await buyer.order(second.url);
  const quiet = await buyer.order(undefined);
  for (const orderNo of [one, other, quiet]) await buyer.complete(orderNo);
  await buyer.refund(one);
  await the.sendDue();
  await the.sendDue();
  expect(told(first)).toEqual([`order.completed ${one}`, `order.refunded ${one}`]);
  expect(told(second)).toEqual([`order.completed ${other}`]);
  for (const message of [...first.messages, ...second.messages])
    expect(verify(buyer.key.callback_secret, message, message.signatures, the.ctx.clock.now())).toBe(true);
  const { items } = await listWebhooks(buyer.ctx);
  expect(items).toMatchObject([{ url: '', events: [], api_key: { id: buyer.key.id, name: 'My shop' } }]);
  const log = await listWebhookDeliveries(buyer.ctx, { params: items[0]!, query: { limit: 20 } });
  expect(log.items.map(({ type, url, state }) => [type, url, state])).toEqual([
    ['order.refunded', first.url, 'delivered'],
    ['order.completed', second.url, 'delivered'],
    ['order.completed', first.url, 'delivered'],
  ]);
  // It has its key's secret, and ends with it.
  const params = { params: items[0]! };
  const change = { url: first.url, events: ['order.completed' as const], is_on: true };
  const refused = { reason: 'parameterError' };
  await expect(rotateWebhookSecret(buyer.ctx, params)).rejects.toMatchObject(refused);
  await expect(deleteWebhook(buyer.ctx, params)).rejects.toMatchObject(refused);
  await expect(updateWebhook(buyer.ctx, { ...params, body: change })).rejects.toMatchObject(refused);
});

test('the receiver of a sandbox knows a callback by the secret of its key', async () => {
  const buyer = await openBuyer();
  const receiver = await startReceiver();
  await buyer.complete(await buyer.order(receiver.url));
  await the.sendDue();
  const { id, timestamp, signatures, body } = receiver.messages[0]!;
  const http = fastify();
  bindSandboxReceiver(http, the.ctx);
  const answerTo = async (payload: string) => {
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': `${timestamp}`,
      'webhook-signature': signatures,
    };
    return (await http.inject({ method: 'POST', url: RECEIVER_PATH, headers, payload })).statusCode;
  };
  expect(await answerTo(body)).toBe(204);
  expect(await answerTo(`${body} `)).toBe(401);
  const { items } = await listReceivedWebhooks(buyer.ctx, { query: { limit: 20 } });
  expect(items.map(({ message_id: of, is_genuine: isGenuine }) => [of, isGenuine])).toEqual([
    [id, false],
    [id, true],
  ]);
});

test('each line of a batch may have one, and the same key with another one is another order', async () => {
  const buyer = await openBuyer();
  const { goodsId } = await the.richBuyer();
  const receiver = await startReceiver();
  const lines = [
    { goods_id: `${buyer.goodsId}`, quantity: 1, gender: 'random' as const },
    { goods_id: `${goodsId}`, quantity: 1, gender: 'random' as const, callback_url: `${receiver.url}two` },
  ];
  const placing = { body: { lines }, idempotencyKey: randomUUID() };
  const { orders } = await placeOrders(buyer.ctx, placing);
  expect((await placeOrders(buyer.ctx, placing)).orders[1]!.order_no).toBe(orders[1]!.order_no);
  for (const { order_no } of orders) await buyer.complete(order_no);
  await the.sendDue();
  expect(told(receiver)).toEqual([`order.completed ${orders[1]!.order_no}`]);
  const key = randomUUID();
  const orderNo = await buyer.order(receiver.url, key);
  expect(await buyer.order(receiver.url, key)).toBe(orderNo);
  await expect(buyer.order(`${receiver.url}other`, key)).rejects.toMatchObject({ reason: 'keyReused' });
  await expect(buyer.order(undefined, key)).rejects.toMatchObject({ reason: 'keyReused' });
});

test('an order is refused with a callback into a network, or without a key that has a secret', async () => {
  const buyer = await openBuyer();
  const place = (callback_url: string, token: string) =>
    the.shop.call(
      'POST',
      '/api/orders',
      { goods_id: `${buyer.goodsId}`, quantity: 1, callback_url },
      { ...bearer(token), 'idempotency-key': randomUUID() },
    );
  const refused = (fault: string) => ({
    code: errors.parameterError.code,
    faults: [{ field: 'callback_url', fault }],
  });
  const { secret } = buyer.key;
  for (const url of [
    'http://shop.example/',
    'https://127.0.0.1/',
    'https://10.0.0.8/x',
    'https://u:p@a.example/',
  ])
    expect((await place(url, secret)).body).toMatchObject(refused('wrong'));
  expect((await place('https://shop.example/hook', buyer.token)).body).toMatchObject(refused('refused'));
  // Of a key that was made before there were callbacks, or that speaks another protocol.
  await the.ctx.db.deleteFrom('api_key_secrets').where('api_key_id', '=', BigInt(buyer.key.id)).execute();
  expect((await place('https://shop.example/hook', secret)).body).toMatchObject(refused('refused'));
  const reader = await openBuyer(['orders:read']);
  expect(reader.key.callback_secret).toBeNull();
});

test('callbacks are tried again, are not switched off, and end with the key and with the order', async () => {
  const buyer = await openBuyer();
  let status = 500;
  const receiver = await startReceiver(() => ({ status }));
  const orderNo = await buyer.order(receiver.url);
  await buyer.complete(orderNo);
  await the.sendDue();
  status = 204;
  the.shop.clock.advance(MINUTE_MS);
  await the.sendDue();
  expect(new Set(receiver.messages.map(({ id }) => id)).size).toBe(1);
  expect(receiver.messages).toHaveLength(2);
  status = 410;
  await buyer.refund(orderNo);
  await the.sendDue();
  const { items } = await listWebhooks(buyer.ctx);
  const states = async () => (await the.logOf(items[0]!.id)).map(({ state }) => state);
  expect(await states()).toEqual(['delivered', 'failed']);
  expect(items[0]).toMatchObject({ is_on: true, off_reason: null });
  await the.shop.call('DELETE', `/api/api-keys/${buyer.key.id}`, undefined, bearer(buyer.token));
  await buyer.refund(orderNo);
  await the.sendDue();
  expect(receiver.messages).toHaveLength(3);
  expect(await states()).toEqual(['delivered', 'failed', 'failed']);
  const count = async () =>
    (await the.ctx.db.selectFrom('order_callbacks').select('order_id').execute()).length;
  const before = await count();
  await sweepWebhooks(the.ctx);
  expect(await count()).toBe(before);
  const long = new Date(the.ctx.clock.now().getTime() - 31 * DAY_MS);
  const { orderId } = await the.nameOf(orderNo);
  await the.ctx.db
    .updateTable('orders')
    .set({ accounts_deleted_at: long })
    .where('id', '=', orderId)
    .execute();
  await sweepWebhooks(the.ctx);
  expect(await count()).toBe(before - 1);
});

test('an address that is away holds up no other of the key, and its waiting events end with the key', async () => {
  const buyer = await openBuyer();
  const away = await startReceiver(() => ({ status: 503, retryAfter: '7200' }));
  const there = await startReceiver();
  for (const url of [away.url, away.url]) await buyer.complete(await buyer.order(url));
  await the.sendDue();
  expect(away.messages).toHaveLength(2);
  const orderNo = await buyer.order(there.url);
  await buyer.complete(orderNo);
  await the.sendDue();
  expect(told(there)).toEqual([`order.completed ${orderNo}`]);
  expect(away.messages).toHaveLength(2);
  await the.shop.call('DELETE', `/api/api-keys/${buyer.key.id}`, undefined, bearer(buyer.token));
  await buyer.refund(orderNo);
  await the.sendDue();
  const { items } = await listWebhooks(buyer.ctx);
  const states = (await the.logOf(items[0]!.id)).map(({ state }) => state);
  expect(states).toEqual(['failed', 'failed', 'delivered', 'failed']);
  expect([away, there].map(({ messages }) => messages.length)).toEqual([2, 1]);
});

test('what waits for an address that is away leaves the turns of its key to others', async () => {
  const buyer = await openBuyer();
  let isAway = true;
  const away = await startReceiver(() => ({ status: isAway ? 503 : 200 }));
  const there = await startReceiver();
  const late = await Promise.all(Array.from({ length: 10 }, () => buyer.order(away.url)));
  for (const orderNo of late) await buyer.complete(orderNo);
  await buyer.complete(await buyer.order(there.url));
  await the.sendDue();
  // Four at a time, and then none until it has had its pause.
  expect([away, there].map(({ messages }) => messages.length)).toEqual([4, 1]);
  isAway = false;
  the.shop.clock.advance(15 * MINUTE_MS);
  await the.sendDue();
  expect(new Set(told(away))).toEqual(new Set(late.map((orderNo) => `order.completed ${orderNo}`)));
});

test('a key has a lane from its first order with a callback until it has ended and its log is empty', async () => {
  const buyer = await openBuyer();
  const keyId = BigInt(buyer.key.id);
  const lanes = async () =>
    (await the.ctx.db.selectFrom('webhooks').select('id').where('api_key_id', '=', keyId).execute()).length;
  const receiver = await startReceiver();
  await buyer.order(undefined);
  expect(await lanes()).toBe(0);
  const [orderNo] = await Promise.all([buyer.order(receiver.url), buyer.order(receiver.url)]);
  expect(await lanes()).toBe(1);
  await sweepWebhooks(the.ctx);
  expect(await lanes()).toBe(1);
  await buyer.complete(orderNo);
  await the.sendDue();
  await the.shop.call('DELETE', `/api/api-keys/${buyer.key.id}`, undefined, bearer(buyer.token));
  await sweepWebhooks(the.ctx);
  expect(await lanes()).toBe(1);
  await the.ctx.db.deleteFrom('webhook_deliveries').execute();
  await sweepWebhooks(the.ctx);
  expect(await lanes()).toBe(0);
});

test('an endpoint gets exactly what was recorded while it was on', async () => {
  const { buyer } = await the.richBuyer();
  const { goodsId } = await the.richBuyer();
  const receiver = await startReceiver();
  const { id } = await listen(buyer, receiver.url, 'order.completed');
  const ctx = { ...buyer.ctx, isSandbox: true };
  const turn = (isOn: boolean) =>
    updateWebhook(ctx, {
      params: { id },
      body: { url: receiver.url, events: ['order.completed'], is_on: isOn },
    });
  const orders: string[] = [];
  const event = async () => {
    const body = { goods_id: `${goodsId}`, quantity: 1, gender: 'random' as const };
    const { order_no } = await placeOrder(buyer.ctx, { body, idempotencyKey: randomUUID() });
    orders.push(order_no);
    await the.announceCompleted(the.ctx, order_no);
  };
  await event();
  await turn(false);
  await event();
  await turn(true);
  await event();
  await the.sendDue();
  // Several are sent at a time.
  expect(told(receiver).toSorted()).toEqual(
    [orders[0], orders[2]].map((orderNo) => `order.completed ${orderNo}`).toSorted(),
  );
  await event();
  await turn(false);
  // Recorded while it was on, and to be sent by hand.
  expect((await the.logOf(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'failed']);
});
