import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { SECOND_MS } from '../../platform/clock.ts';
import { bearer, connectShop, createTestShop, type ConnectedShop, type TestShop } from '../../testing/app.ts';
import { buildCategory, buildGoods, stockUp } from '../../testing/build.ts';
import { userActor } from '../../platform/actor.ts';
import { createOwner } from '../../testing/people.ts';
import { refundOrder } from '../orders/after-sales/refund-order.ts';
import { changeSettings } from '../settings/index.ts';
import { setUserStatus } from '../users/index.ts';
import { signCall } from './dujiao-next.ts';

/** Requests as such a shop's client writes them, and the worked signatures of its protocol. */

const BODY_A =
  '{"sku_id":4901,"quantity":3,"downstream_order_no":"DJ20260915A7K2","trace_id":"7d0c1b52-6f0e-4f0e-9a55-0c8b8f3b1c11","callback_url":"https://shop.example/api/v1/upstream/callback"}';
const BODY_B = String.raw`{"event":"order.fulfilled","order_id":70021,"order_no":"P0000070021","downstream_order_no":"DJ20260915A7K2","status":"completed","fulfillment":{"type":"auto","status":"delivered","payload":"a@x.example:pw1\nb@x.example:pw2\nc@x.example:pw3","delivered_at":"2026-09-15T00:00:05Z"},"timestamp":1789430405}`;

test.each([
  ['POST', 'ping', '1789430400', '', '1f458da4ad479cfe845c2caeb29ed7b7add4d55902f003806247e7e456abba01'],
  ['GET', 'products', '1789430401', '', '86f99305134d046d9c49dcf39e2e9cf3ac0aba0c8b43ae23b4545c2516c5ed22'],
  [
    'POST',
    'orders',
    '1789430402',
    BODY_A,
    '93b1298a8709972c328476eaea6582a4a22fc720adea83ca5b2e0e1d33aa96ba',
  ],
  [
    'POST',
    'callback',
    '1789430405',
    BODY_B,
    '4a33ae37ee44ab645fc03694e69405a06fdcd6bcbc9d6ba8a8c15063c24df6d4',
  ],
])('%s %s is signed as its clients sign it', (method, name, timestamp, body, signature) => {
  const path = `/api/v1/upstream/${name}`;
  expect(signCall('s3cr3tForDocsOnly0123456789abcdef', { method, path, timestamp, body })).toBe(signature);
});

type Sent = { at?: Date; signature?: string; id?: string };

/** Signs and sends a call as the client does: the query is sent and not signed. */
async function send(
  { app, clock }: TestShop,
  { id, secret }: Pick<ConnectedShop, 'id' | 'secret'>,
  [method, path]: readonly ['GET' | 'POST', string],
  body?: object | string,
  sent: Sent = {},
): Promise<{ status: number; body: any }> {
  const payload = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const timestamp = String(Math.floor((sent.at ?? clock.now()).getTime() / SECOND_MS));
  const signed = `/api/v1/upstream${path.split('?')[0]}`;
  const signature = sent.signature ?? signCall(secret, { method, path: signed, timestamp, body: payload });
  const answer = await app.http.inject({
    method,
    url: `/api/v1/upstream${path}`,
    headers: {
      'dujiao-next-api-key': sent.id ?? id,
      'dujiao-next-timestamp': timestamp,
      'dujiao-next-signature': signature,
      ...(payload && { 'content-type': 'application/json' }),
    },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const orderOf = (goodsId: bigint, quantity: number, number: string, more: object = {}) => ({
  sku_id: Number(goodsId) * 4,
  quantity,
  downstream_order_no: number,
  trace_id: '7d0c1b52-6f0e-4f0e-9a55-0c8b8f3b1c11',
  callback_url: '',
  ...more,
});

const place = (shop: TestShop, own: ConnectedShop, body: object) =>
  send(shop, own, ['POST', '/orders'], body);
const readOrder = (shop: TestShop, own: ConnectedShop, id: number) =>
  send(shop, own, ['GET', `/orders/${id}`]);

test('the connection is pinged, and tells the balance rounded down', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'dujiao-next', { balanceMicro: 120_509_999n });
  expect(own.secret).toMatch(/^pskdujiao[0-9A-Za-z]{49}$/);
  expect(await send(shop, own, ['POST', '/ping'])).toMatchObject({
    status: 200,
    body: {
      ok: true,
      protocol_version: '1.0',
      user_id: Number(own.userId),
      balance: '120.50',
      currency: 'USDT',
    },
  });
});

test('the secret is sealed, signs nothing of the API, and is gone with the key', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'dujiao-next');
  const { rows } = await sql<{ row: string }>`
    select api_keys::text as row from api_keys union all
    select encode(sealed, 'escape') from api_key_secrets`.execute(shop.ctx.db);
  expect(rows.filter(({ row }) => row.includes(own.secret.slice(15, 40)))).toEqual([]);
  expect((await shop.call('GET', '/api/users/balance', undefined, bearer(own.secret))).status).toBe(401);
  await shop.call('DELETE', `/api/api-keys/${own.id}`, undefined, bearer(own.token));
  expect(await send(shop, own, ['POST', '/ping'])).toMatchObject({
    status: 403,
    body: { error_code: 'invalid_api_key' },
  });
});

test('what is not signed now, with this key, is told apart', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'dujiao-next');
  const other = await connectShop(shop, 'dujiao-next');
  const at = (seconds: number) => new Date(shop.clock.now().getTime() + seconds * SECOND_MS);
  const ping = async (sent: Sent) => {
    const { status, body } = await send(shop, own, ['POST', '/ping'], undefined, sent);
    return [status, body.error_code ?? 'ok'];
  };
  expect(await ping({ at: at(-60) })).toEqual([200, 'ok']);
  expect(await ping({ at: at(60) })).toEqual([200, 'ok']);
  expect(await ping({ at: at(-61) })).toEqual([401, 'timestamp_expired']);
  expect(await ping({ at: at(61) })).toEqual([401, 'timestamp_expired']);
  expect(await ping({ signature: 'f'.repeat(64) })).toEqual([401, 'invalid_signature']);
  expect(await ping({ signature: '' })).toEqual([401, 'missing_auth_headers']);
  expect(await ping({ id: other.id })).toEqual([401, 'invalid_signature']);
  expect(await ping({ id: '999999' })).toEqual([403, 'invalid_api_key']);
  expect(await ping({ id: 'admin' })).toEqual([403, 'invalid_api_key']);

  const goodsId = await buildGoods(shop.ctx);
  await stockUp(shop.ctx, goodsId, 1);
  const order = (sent: Sent) => send(shop, own, ['POST', '/orders'], orderOf(goodsId, 1, 'A1'), sent);
  // Signed wrongly, it stays wrong; a late one is signed anew with the next attempt.
  expect(await order({ signature: 'f'.repeat(64) })).toMatchObject({
    status: 200,
    body: { ok: false, error_code: 'unauthorized' },
  });
  expect((await order({ at: at(-300) })).status).toBe(401);
  expect((await order({})).body.ok).toBe(true);
  // Of another body.
  const timestamp = String(shop.clock.now().getTime() / SECOND_MS);
  const body = JSON.stringify(orderOf(goodsId, 2, 'A2'));
  const signature = signCall(own.secret, {
    method: 'POST',
    path: '/api/v1/upstream/orders',
    timestamp,
    body,
  });
  expect((await order({ signature })).body.error_code).toBe('unauthorized');
});

test('products come in pages, in whole cents, with a SKU for each choice', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'dujiao-next');
  const category_id = await buildCategory(shop.ctx, { en: 'Mailboxes', 'zh-cn': '邮箱' });
  const goodsId = await buildGoods(shop.ctx, {
    category_id,
    name: { en: 'US mailbox' },
    price_micro: 1_234_000n,
    min_quantity: 10,
    max_quantity: 500,
    tiers: [
      { minQuantity: 50, priceMicro: 1_231_000n },
      { minQuantity: 100, priceMicro: 1_100_000n },
    ],
  });
  await stockUp(shop.ctx, goodsId, 30, 'male');
  await stockUp(shop.ctx, goodsId, 9, 'female');
  const { product: shown } = (await send(shop, own, ['GET', `/products/${goodsId}`])).body;
  expect(shown).toMatchObject({
    id: Number(goodsId),
    category_id: Number(category_id),
    title: { 'en-US': 'US mailbox', 'zh-CN': 'US mailbox' },
    price_amount: '1.24',
    wholesale_prices: [{ min_quantity: 100, unit_price: '1.10' }],
    is_active: true,
    updated_at: '2026-11-20T12:00:00.000Z',
  });
  expect(shown.description['en-US']).toContain('10–500 per order. Warranty: 24 h.');
  const sku = Number(goodsId) * 4;
  expect(shown.skus.map((one: any) => [one.id, one.stock_quantity, one.stock_status])).toEqual([
    [sku, 39, 'in_stock'],
    [sku + 1, 30, 'in_stock'],
    // Too little for the smallest order.
    [sku + 2, 0, 'out_of_stock'],
  ]);

  const { categories } = (await send(shop, own, ['GET', '/categories'])).body;
  const { name } = categories.find(({ id }: any) => id === Number(category_id));
  expect([name['zh-CN'], name['zh-TW'], name['en-US']]).toEqual(['邮箱', '邮箱', 'Mailboxes']);

  const [off, hidden] = [await buildGoods(shop.ctx), await buildGoods(shop.ctx)];
  await stockUp(shop.ctx, off, 1);
  const page = async (query: string) =>
    (
      await send(shop, own, [
        'GET',
        `/products?${query}&updated_after=2026-11-20T20:00:00 08:00`.replaceAll(' ', '%20'),
      ])
    ).body;
  const all = await page('page=1&page_size=100');
  expect(all.items.map(({ id }: any) => id)).toEqual(
    all.items.map(({ id }: any) => id).toSorted((a: number, b: number) => a - b),
  );
  expect(all).not.toHaveProperty('includes_inactive');
  const second = await page('page=2&page_size=2');
  expect(second.items).toEqual(all.items.slice(2, 4));
  expect([second.total, second.page_size]).toEqual([all.total, 2]);
  expect((await page('page=1&page_size=5000')).page_size).toBe(50);

  await shop.ctx.db.updateTable('goods').set({ on_sale: false }).where('id', '=', off).execute();
  await shop.ctx.db.updateTable('goods').set({ visibility: 'hidden' }).where('id', '=', hidden).execute();
  const inactive = await page('page=1&page_size=100&include_inactive=true');
  expect([inactive.includes_inactive, inactive.total]).toEqual([true, all.total - 1]);
  expect(inactive.items.find(({ id }: any) => id === Number(off)).is_active).toBe(false);
  expect((await page('page=1&page_size=100')).total).toBe(all.total - 2);
  const { product } = (await send(shop, own, ['GET', `/products/${off}`])).body;
  const [{ is_active: isActive, stock_quantity: count }] = product.skus;
  expect([product.title, product.price_amount, isActive, count]).toEqual([{}, '0.00', false, 0]);
  const gone = await send(shop, own, ['GET', `/products/${hidden}`]);
  expect([gone.status, gone.body.error_code]).toEqual([404, 'product_not_found']);
});

test('an order is placed, paid in the cents that were quoted, and delivered when it is asked for', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'dujiao-next', { balanceMicro: 10_000_000n });
  const goodsId = await buildGoods(shop.ctx, { price_micro: 1_234_000n });
  const lines = await stockUp(shop.ctx, goodsId, 3);
  const placed = await place(shop, own, orderOf(goodsId, 3, 'DJ20260915A7K2'));
  expect(placed).toMatchObject({
    status: 200,
    body: { ok: true, status: 'paid', amount: '3.72', currency: 'USDT' },
  });
  expect((await send(shop, own, ['POST', '/ping'])).body.balance).toBe('6.28');
  const read = await readOrder(shop, own, placed.body.order_id);
  expect(read.body).toMatchObject({
    ok: true,
    order_id: placed.body.order_id,
    order_no: placed.body.order_no,
    status: 'completed',
    amount: '3.72',
    refunded_amount: '0.00',
    fulfillment: { type: 'auto', status: 'delivered', payload: lines.join('\n') },
  });
  const path = `/api/orders?reference=DJ20260915A7K2@${own.id}`;
  expect((await shop.call('GET', path, undefined, bearer(own.token))).data.items).toMatchObject([
    { order_no: placed.body.order_no, status: 'completed', total_amount: '3.72' },
  ]);
  const cancelled = await send(shop, own, ['POST', `/orders/${placed.body.order_id}/cancel`]);
  expect([cancelled.status, cancelled.body.error_code]).toEqual([409, 'cancel_not_allowed']);
  const stranger = await connectShop(shop, 'dujiao-next');
  const unseen = await readOrder(shop, stranger, placed.body.order_id);
  expect([unseen.status, unseen.body.error_code]).toEqual([404, 'order_not_found']);
});

test('the same number is one order, however often and at once, and of one key only', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'dujiao-next');
  const goodsId = await buildGoods(shop.ctx);
  await stockUp(shop.ctx, goodsId, 20);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => place(shop, own, orderOf(goodsId, 2, 'TWICE'))),
  );
  expect(new Set(answers.map(({ body }) => body.order_id)).size).toBe(1);
  expect(answers.every(({ status, body }) => status === 200 && body.ok)).toBe(true);
  expect((await send(shop, own, ['POST', '/ping'])).body.balance).toBe('98.00');
  expect(await place(shop, own, orderOf(goodsId, 3, 'TWICE'))).toMatchObject({
    status: 200,
    body: { ok: false, error_code: 'duplicate_order' },
  });
  expect(
    (await place(shop, await connectShop(shop, 'dujiao-next'), orderOf(goodsId, 2, 'TWICE'))).body.ok,
  ).toBe(true);
});

test('what cannot be ordered ends the attempt with a reason, and changes nothing', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'dujiao-next', { balanceMicro: 5_000_000n });
  const goodsId = await buildGoods(shop.ctx, { max_quantity: 8, genders: ['random', 'male'] });
  await stockUp(shop.ctx, goodsId, 4);
  let number = 0;
  const code = async (body: object) => {
    const answer = await place(shop, own, { ...orderOf(goodsId, 1, `R${(number += 1)}`), ...body });
    expect(answer.status).toBe(200);
    return answer.body.error_code;
  };
  expect(await code({ quantity: 5 })).toBe('product_out_of_stock');
  expect(await code({ quantity: 6 })).toBe('insufficient_balance');
  expect(await code({ quantity: 9 })).toBe('invalid_request');
  expect(await code({ quantity: 0 })).toBe('invalid_request');
  expect(await code({ quantity: 1.5 })).toBe('invalid_request');
  expect(await code({ downstream_order_no: '' })).toBe('invalid_request');
  expect(await code({ manual_form_data: { note: 'x'.repeat(300_000) } })).toBe('invalid_request');
  expect(await code({ sku_id: Number(goodsId) * 4 + 2 })).toBe('sku_unavailable');
  expect(await code({ sku_id: Number(goodsId) * 4 + 3 })).toBe('sku_unavailable');
  expect(await code({ sku_id: 4_000_000_000 })).toBe('product_unavailable');
  await shop.ctx.db.updateTable('goods').set({ on_sale: false }).where('id', '=', goodsId).execute();
  expect(await code({})).toBe('product_unavailable');
  expect((await send(shop, own, ['POST', '/orders'], '{"sku_id":1,"sku_id":2}')).body.error_code).toBe(
    'invalid_request',
  );
  expect((await send(shop, own, ['POST', '/ping'])).body.balance).toBe('5.00');
});

test('a price that rose is what the next order costs and the next page of products says', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'dujiao-next');
  const goodsId = await buildGoods(shop.ctx);
  await stockUp(shop.ctx, goodsId, 4);
  const amount = async (number: string) => (await place(shop, own, orderOf(goodsId, 2, number))).body.amount;
  expect(await amount('P1')).toBe('2.00');
  await shop.ctx.db.updateTable('goods').set({ price_micro: 1_501_000n }).where('id', '=', goodsId).execute();
  expect(await amount('P2')).toBe('3.02');
  // Repeated, it is the order of before.
  expect(await amount('P1')).toBe('2.00');
  expect((await send(shop, own, ['GET', `/products/${goodsId}`])).body.product.price_amount).toBe('1.51');
});

test('a key does what it was given, from where, as often and for as much as it may', async () => {
  const shop = await createTestShop();
  const goodsId = await buildGoods(shop.ctx);
  await stockUp(shop.ctx, goodsId, 9);
  const order = async (own: ConnectedShop, number: string) =>
    (await place(shop, own, orderOf(goodsId, 2, number))).body.error_code;
  const reader = await connectShop(shop, 'dujiao-next', { scopes: ['catalogue'] });
  expect(await order(reader, 'K1')).toBe('forbidden');
  expect((await send(shop, reader, ['POST', '/ping'])).status).toBe(403);
  const elsewhere = await connectShop(shop, 'dujiao-next', { ranges: ['203.0.113.0/24'] });
  expect(await order(elsewhere, 'K2')).toBe('forbidden');
  const sparing = await connectShop(shop, 'dujiao-next', { spend_a_day: '3' });
  expect([await order(sparing, 'K3'), await order(sparing, 'K4')]).toEqual([undefined, 'payment_failed']);
  await changeSettings(shop.ctx, { api_key_per_minute: 2 });
  const own = await connectShop(shop, 'dujiao-next');
  const ping = async () => (await send(shop, own, ['POST', '/ping'])).status;
  expect([await ping(), await ping(), await ping()]).toEqual([200, 200, 429]);
  await changeSettings(shop.ctx, { api_key_per_minute: 600 });
  const frozen = await connectShop(shop, 'dujiao-next');
  await shop.ctx.db.updateTable('users').set({ status: 'frozen' }).where('id', '=', frozen.userId).execute();
  expect(await order(frozen, 'K5')).toBe('forbidden');
  expect(await send(shop, frozen, ['POST', '/ping'])).toMatchObject({
    status: 403,
    body: { error_code: 'user_disabled' },
  });
  await setUserStatus(shop.ctx, reader.userId, 'frozen');
  expect(await order(reader, 'K6')).toBe('unauthorized');
});

test('what the operator has not switched on answers nobody', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'dujiao-next');
  await changeSettings(shop.ctx, { protocols_on: ['panel'] });
  expect((await send(shop, own, ['POST', '/ping'])).status).toBe(403);
  const body = { name: 'Shop', protocol: 'dujiao-next', scopes: ['balance'], password: 'harbour-9' };
  expect((await shop.call('POST', '/api/api-keys', body, bearer(own.token))).status).toBe(400);
});

test('a refund is never read as "done", and never hides accounts that the shop has yet to take', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'dujiao-next');
  const goodsId = await buildGoods(shop.ctx, { price_micro: 1_230_000n });
  const lines = await stockUp(shop.ctx, goodsId, 6);
  const { user: owner } = await createOwner(shop.ctx);
  const refund = (orderNo: string, itemIds?: string[]) =>
    refundOrder(
      { ...shop.ctx, actor: userActor(owner.id) },
      {
        params: { order_no: orderNo },
        body: { reason: 'dead', ...(itemIds && { item_ids: itemIds }) },
      },
    );
  const [first, second] = [
    (await place(shop, own, orderOf(goodsId, 3, 'F1'))).body,
    (await place(shop, own, orderOf(goodsId, 3, 'F2'))).body,
  ];
  const { data } = await shop.call(
    'GET',
    `/api/orders/${first.order_no}/accounts/names`,
    undefined,
    bearer(own.token),
  );
  await refund(first.order_no, [data.items[0].id]);
  expect((await readOrder(shop, own, first.order_id)).body).toMatchObject({
    status: 'completed',
    refunded_amount: '1.23',
    amount: '3.69',
    fulfillment: { payload: lines.slice(1, 3).join('\n') },
  });
  await refund(first.order_no);
  const over = (await readOrder(shop, own, first.order_id)).body;
  expect(over).toMatchObject({ status: 'refunded', refunded_amount: '3.69' });
  expect(over).not.toHaveProperty('fulfillment');
  // Nothing of this one was taken: the local order is paid and open again.
  await refund(second.order_no);
  const withdrawn = (await readOrder(shop, own, second.order_id)).body;
  expect(withdrawn.status).toBe('canceled');
  expect(withdrawn).not.toHaveProperty('fulfillment');
});
