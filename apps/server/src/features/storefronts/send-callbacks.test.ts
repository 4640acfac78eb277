import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { userActor } from '../../platform/actor.ts';
import { SECOND_MS } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { bearer, connectShop, createTestShop, type ConnectedShop, type TestShop } from '../../testing/app.ts';
import { buildGoods, stockUp } from '../../testing/build.ts';
import { createOwner } from '../../testing/people.ts';
import { getOwnOrder } from '../orders/index.ts';
import { refundOrder } from '../orders/after-sales/refund-order.ts';
import { changeSettings } from '../settings/index.ts';
import { importStock } from '../stock/index.ts';
import { dujiaoNext, fulfil, signCall } from './dujiao-next.ts';
import { createSendCallbacksJob } from './index.ts';

async function send(
  { app, clock }: TestShop,
  { id, secret }: ConnectedShop,
  [method, name]: readonly ['GET' | 'POST', string],
  body?: object,
): Promise<any> {
  const path = `/api/v1/upstream${name}`;
  const payload = body === undefined ? '' : JSON.stringify(body);
  const timestamp = String(Math.floor(clock.now().getTime() / SECOND_MS));
  const headers = {
    'dujiao-next-api-key': id,
    'dujiao-next-timestamp': timestamp,
    'dujiao-next-signature': signCall(secret, { method, path, timestamp, body: payload }),
  };
  return (await app.http.inject({ method, url: path, headers, ...(payload && { payload }) })).json();
}

const orderOf = (goodsId: bigint, number: string, callback_url = '') => ({
  sku_id: Number(goodsId) * 4,
  quantity: 1,
  downstream_order_no: number,
  callback_url,
});

const place = (shop: TestShop, own: ConnectedShop, body: object) =>
  send(shop, own, ['POST', '/orders'], body);

type Heard = { readonly headers: IncomingHttpHeaders; readonly body: any };
const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

/** A shop's own end, which answers what it is told to. */
async function listen(answer: () => { status?: number; text: string }) {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      heard.push({ headers: { ...request.headers, raw: text }, body: JSON.parse(text) });
      const { status = 200, text: said } = answer();
      response.writeHead(status, { 'content-type': 'application/json' }).end(said);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { heard, url: `http://127.0.0.1:${port}/shop/api/v1/upstream/callback` };
}

test('a callback is signed, sent until the shop takes it, and logged without accounts', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'dujiao-next');
  const goodsId = await buildGoods(shop.ctx);
  const lines = await stockUp(shop.ctx, goodsId, 1);
  let says: { status?: number; text: string } = { text: '{"ok":false}' };
  const { heard, url } = await listen(() => says);
  const placed = await place(shop, own, orderOf(goodsId, 'CB1'));
  await shop.ctx.db
    .updateTable('storefront_orders')
    .set({ callback_url: url, state: 'waiting' })
    .where('order_id', '=', BigInt(placed.order_id))
    .execute();
  const logged: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  const job = createSendCallbacksJob({ ...shop.ctx, log, isSandbox: true });
  const run = async (afterS: number): Promise<number> => {
    shop.clock.advance(afterS * SECOND_MS);
    await job.run();
    await job.idle();
    return heard.length;
  };
  expect(await run(4)).toBe(0);
  expect(await run(2)).toBe(1);
  const { headers, body } = heard[0]!;
  expect(body).toMatchObject({
    event: 'order.fulfilled',
    order_id: placed.order_id,
    order_no: placed.order_no,
    downstream_order_no: 'CB1',
    status: 'completed',
    fulfillment: { payload: lines[0] },
  });
  const signed = {
    method: 'POST',
    path: '/api/v1/upstream/callback',
    timestamp: String(headers['dujiao-next-timestamp']),
    body: String(headers['raw']),
  };
  expect(headers['dujiao-next-signature']).toBe(signCall(own.secret, signed));
  expect(headers['dujiao-next-api-key']).toBe(own.id);
  // Not taken: it is neither done nor read.
  expect(
    (await shop.call('GET', `/api/orders/${placed.order_no}`, undefined, bearer(own.token))).data.status,
  ).toBe('processing');
  expect(await run(29)).toBe(1);
  says = { status: 500, text: '' };
  expect(await run(2)).toBe(2);
  says = { text: '{"ok":true}' };
  expect([await run(59), await run(2), await run(600)]).toEqual([2, 3, 3]);
  expect(
    (await shop.call('GET', `/api/orders/${placed.order_no}`, undefined, bearer(own.token))).data.status,
  ).toBe('completed');
  expect(logged.filter((line) => line.includes(lines[0]!) || line.includes('secret-'))).toEqual([]);
});

test('after five attempts the shop has to ask, and one that has asked is not told', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'dujiao-next');
  const goodsId = await buildGoods(shop.ctx);
  await stockUp(shop.ctx, goodsId, 2);
  const { heard, url } = await listen(() => ({ status: 503, text: '' }));
  const call = async (number: string): Promise<number> => {
    const placed = await place(shop, own, orderOf(goodsId, number));
    await shop.ctx.db
      .updateTable('storefront_orders')
      .set({ callback_url: url, state: 'waiting' })
      .where('order_id', '=', BigInt(placed.order_id))
      .execute();
    return placed.order_id;
  };
  const job = createSendCallbacksJob({ ...shop.ctx, isSandbox: true });
  await call('N1');
  for (let round = 0; round < 9; round += 1) {
    shop.clock.advance(301 * SECOND_MS);
    await job.run();
    await job.idle();
  }
  expect(heard.length).toBe(5);
  await send(shop, own, ['GET', `/orders/${await call('N2')}`]);
  shop.clock.advance(301 * SECOND_MS);
  await job.run();
  await job.idle();
  expect(heard.length).toBe(5);
});

/** An order whose callback goes to that address, and what the job has said to it after a while. */
async function callBack(shop: TestShop, own: ConnectedShop, goodsId: bigint, url: string, more: object = {}) {
  const placed = await place(shop, own, { ...orderOf(goodsId, 'CB'), ...more });
  const orderId = BigInt(placed.order_id);
  await shop.ctx.db
    .updateTable('storefront_orders')
    .set({ callback_url: url, state: 'waiting' })
    .where('order_id', '=', orderId)
    .execute();
  const run = async (db: Db = shop.ctx.db): Promise<string> => {
    const job = createSendCallbacksJob({ ...shop.ctx, db, isSandbox: true });
    shop.clock.advance(90 * SECOND_MS);
    await job.run();
    await job.idle();
    const { state } = await shop.ctx.db
      .selectFrom('storefront_orders')
      .select('state')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    return state;
  };
  return { placed, run };
}

test('nobody is told with a key that is over or not allowed, nor while the protocol is off', async () => {
  const shop = await createTestShop();
  const goodsId = await buildGoods(shop.ctx);
  await stockUp(shop.ctx, goodsId, 3);
  const { heard, url } = await listen(() => ({ text: '{"ok":true}' }));
  const [ended, denied, off] = [
    await connectShop(shop, 'dujiao-next'),
    await connectShop(shop, 'dujiao-next'),
    await connectShop(shop, 'dujiao-next'),
  ];
  const ofEnded = await callBack(shop, ended, goodsId, url);
  const over = { ends_at: shop.clock.now() };
  await shop.ctx.db.updateTable('api_keys').set(over).where('id', '=', BigInt(ended.id)).execute();
  expect([await ofEnded.run(), heard]).toEqual(['failed', []]);
  const ofDenied = await callBack(shop, denied, goodsId, url);
  const right = { user_id: denied.userId, is_allowed: false };
  await shop.ctx.db.insertInto('api_key_rights').values(right).execute();
  expect([await ofDenied.run(), heard]).toEqual(['failed', []]);
  const ofOff = await callBack(shop, off, goodsId, url);
  await changeSettings(shop.ctx, { protocols_on: ['panel'] });
  expect([await ofOff.run(), heard]).toEqual(['waiting', []]);
  await changeSettings(shop.ctx, { protocols_on: ['dujiao-next'] });
  expect([await ofOff.run(), heard.length]).toEqual(['told', 1]);
});

test('what is refunded as a whole while its accounts are opened is never told as done', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'dujiao-next');
  const goodsId = await buildGoods(shop.ctx);
  await stockUp(shop.ctx, goodsId, 2);
  const { heard, url } = await listen(() => ({ text: '{"ok":true}' }));
  const { user: owner } = await createOwner(shop.ctx);
  /** Refunds the order right after it was read as it was before. */
  const refunding = (orderNo: string): Db => {
    let isRefunded = false;
    return shop.ctx.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (isRefunded || result.rows[0]?.['order_no'] !== orderNo) return result;
        isRefunded = true;
        const by = { ...shop.ctx, actor: userActor(owner.id) };
        await refundOrder(by, { params: { order_no: orderNo }, body: { reason: 'dead' } });
        return result;
      },
    });
  };
  const told = await callBack(shop, own, goodsId, url);
  expect([await told.run(refunding(told.placed.order_no)), heard]).toEqual(['failed', []]);

  const { placed } = await callBack(shop, own, goodsId, url, { downstream_order_no: 'READ' });
  const scopes = new Set(['orders:read', 'accounts:read']);
  const read = dujiaoNext.calls.find(([method, path]) => method === 'GET' && path.includes('/orders/'))![2];
  const actor = { ...userActor(own.userId), key: { id: BigInt(own.id), scopes } } as never;
  const asked = { request: { params: { id: String(placed.order_id) } }, body: Buffer.alloc(0) } as never;
  const answer = await read({ ...shop.ctx, actor, db: refunding(placed.order_no) }, asked);
  expect(answer).toMatchObject({ ok: true, status: 'canceled', refunded_amount: '1.00' });
  expect(answer).not.toHaveProperty('fulfillment');
});

test('accounts that are too long for an answer or a callback are opened no further', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'dujiao-next', { balanceMicro: 1_000_000_000n });
  const goodsId = await buildGoods(shop.ctx);
  const lines = Array.from({ length: 262 }, (_, at) => `user-${at}----${String(at).padEnd(63_950, 'x')}`);
  const stock = { goodsId, gender: 'unspecified', note: 'test' } as const;
  for (let at = 0; at < lines.length; at += 50)
    await importStock(shop.ctx, { ...stock, lines: lines.slice(at, at + 50) });
  const { heard, url } = await listen(() => ({ text: '{"ok":true}' }));
  const { placed, run } = await callBack(shop, own, goodsId, url, { quantity: 9 });
  expect([await run(), heard]).toEqual(['failed', []]);
  const ofOwner = { ...shop.ctx, actor: userActor(own.userId) };
  const order = await getOwnOrder(ofOwner, placed.order_no);
  const length = lines.slice(0, 9).join('\n').length + 1;
  expect(await fulfil(ofOwner, order, length - 1)).toBeNull();
  expect((await fulfil(ofOwner, order, length))?.payload.length).toBe(length - 1);

  const large = await place(shop, own, { ...orderOf(goodsId, 'LARGE'), quantity: 253 });
  expect(await send(shop, own, ['GET', `/orders/${large.order_id}`])).toMatchObject({
    ok: false,
    error_code: 'accounts_too_large',
  });
  const { data } = await shop.call('GET', `/api/orders/${large.order_no}`, undefined, bearer(own.token));
  expect(data.status).toBe('processing');

  // A panel's key of the same buyer reads the same order.
  const body = {
    name: 'Panel',
    protocol: 'panel',
    scopes: ['orders:read', 'accounts:read'],
    password: 'harbour-9',
  };
  const { secret } = (await shop.call('POST', '/api/api-keys', body, bearer(own.token))).data;
  const ask = async (action: string) => {
    const payload = { key: secret, action, order: large.order_id };
    return (await shop.app.http.inject({ method: 'POST', url: '/api/v2', payload })).json();
  };
  expect(await ask('accounts')).toEqual({ error: expect.stringContaining('Too long') as string });
  const status = await ask('status');
  expect(status.status).toBe('Processing');
  expect(status).not.toHaveProperty('accounts');
}, 60_000);

test('no callback goes into the network of the shop', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'dujiao-next');
  const goodsId = await buildGoods(shop.ctx);
  await stockUp(shop.ctx, goodsId, 9);
  const urls = [
    'http://127.0.0.1/api/v1/upstream/callback',
    'http://shop.example/callback',
    'https://10.0.0.7/callback',
    'https://[::1]/callback',
    'https://localhost/callback',
    'https://shop.example:25/callback',
    `https://shop.example/${'a'.repeat(500)}`,
  ];
  for (const [at, callback_url] of urls.entries())
    expect((await place(shop, own, orderOf(goodsId, `U${at}`, callback_url))).ok).toBe(true);
  await place(shop, own, orderOf(goodsId, 'UX', 'https://shop.example/callback'));
  const rows = await shop.ctx.db
    .selectFrom('storefront_orders')
    .select('callback_url')
    .where('api_key_id', '=', BigInt(own.id))
    .execute();
  expect(rows.flatMap(({ callback_url }) => callback_url ?? [])).toEqual(['https://shop.example/callback']);
});

test('what was refunded is told of erased accounts too, to a shop that has them', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'dujiao-next');
  const goodsId = await buildGoods(shop.ctx, { price_micro: 1_000_000n });
  await stockUp(shop.ctx, goodsId, 4);
  const [taken, left] = [
    await place(shop, own, { ...orderOf(goodsId, 'E1'), quantity: 2 }),
    await place(shop, own, { ...orderOf(goodsId, 'E2'), quantity: 2 }),
  ];
  const read = ({ order_id: id }: { order_id: number }) => send(shop, own, ['GET', `/orders/${id}`]);
  expect(await read(taken)).toHaveProperty('fulfillment');
  const names = await shop.call(
    'GET',
    `/api/orders/${taken.order_no}/accounts/names`,
    undefined,
    bearer(own.token),
  );
  const { user } = await createOwner(shop.ctx);
  await refundOrder(
    { ...shop.ctx, actor: userActor(user.id) },
    { params: { order_no: taken.order_no }, body: { reason: 'dead', item_ids: [names.data.items[0].id] } },
  );
  await shop.ctx.db.updateTable('orders').set({ accounts_deleted_at: shop.clock.now() }).execute();
  const told = await read(taken);
  expect(told).toMatchObject({ status: 'completed', amount: '2.00', refunded_amount: '1.00' });
  expect(told).not.toHaveProperty('fulfillment');
  expect(await read(left)).toMatchObject({ ok: false, error_code: 'accounts_deleted' });
});
