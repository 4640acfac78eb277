import { pino } from 'pino';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../../platform/clock.ts';
import { bearer, connectShop, createTestShop, type ConnectedShop, type TestShop } from '../../testing/app.ts';
import { buildCategory, buildGoods, stockUp } from '../../testing/build.ts';
import { refundOrder } from '../orders/after-sales/refund-order.ts';
import { refuseWarrantyClaim } from '../orders/after-sales/warranty-claims.ts';
import { createOwner } from '../../testing/people.ts';
import { userActor } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';
import { setUserStatus } from '../users/index.ts';
import { panel } from './panel.ts';

/** Requests as the clients of panels write them: a form with a key and an action. */

async function send(
  { app }: TestShop,
  { secret }: Pick<ConnectedShop, 'secret'>,
  fields: Record<string, string | number>,
  headers: Record<string, string> = {},
): Promise<any> {
  const payload = new URLSearchParams(
    Object.entries<string | number>({ key: secret, ...fields }).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]),
  ).toString();
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/v2',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload,
  });
  // Any other is a broken connection to a panel.
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

const add = (goodsId: bigint, quantity: number, more: Record<string, string | number> = {}) => ({
  action: 'add',
  service: Number(goodsId) * 4,
  link: 'https://shop.example/order/7',
  quantity,
  ...more,
});

test('balance and services are exact, as a form and as JSON', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'panel', { balanceMicro: 12_345_678n });
  const category_id = await buildCategory(shop.ctx, { en: 'Mailboxes' });
  const goodsId = await buildGoods(shop.ctx, {
    category_id,
    name: { en: 'US mailbox' },
    price_micro: 12_345n,
    min_quantity: 10,
    max_quantity: 500,
    genders: ['random', 'female'],
  });
  await stockUp(shop.ctx, goodsId, 40, 'female');
  expect(await send(shop, own, { action: 'balance' })).toEqual({ balance: '12.345678', currency: 'USDT' });
  const json = await shop.app.http.inject({
    method: 'POST',
    url: '/api/v2',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ key: own.secret, action: 'balance' }),
  });
  expect(json.json()).toEqual({ balance: '12.345678', currency: 'USDT' });
  const services = await send(shop, own, { action: 'services' });
  const mine = services.filter(({ category }: any) => category === 'Mailboxes');
  expect(mine).toMatchObject([
    {
      service: Number(goodsId) * 4,
      name: 'US mailbox',
      type: 'Default',
      rate: '12.345',
      min: '10',
      max: '500',
      stock: 40,
      refill: true,
      cancel: false,
    },
    { service: Number(goodsId) * 4 + 2, name: 'US mailbox (female)', stock: 40 },
  ]);
  const one = await send(shop, own, { action: 'inventory', service: Number(goodsId) * 4 + 2 });
  expect(one).toEqual({ service: Number(goodsId) * 4 + 2, rate: '12.345', stock: 40 });
  expect(await send(shop, own, { action: 'inventory' })).toContainEqual(one);
});

test('a form in parts, as PHP sends a list of fields, is read like any other', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'panel');
  const parted = async (fields: readonly (readonly [string, string])[], type?: string) => {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    const encoded = new Response(form);
    return shop.app.http.inject({
      method: 'POST',
      url: '/api/v2',
      headers: { 'content-type': type ?? encoded.headers.get('content-type')! },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
  };
  const asked = [
    ['key', own.secret],
    ['action', 'balance'],
  ] as const;
  expect((await parted(asked)).json()).toMatchObject({ currency: 'USDT' });
  const error = { error: 'Incorrect request' };
  expect((await parted([...asked, ['action', 'services']])).json()).toEqual(error);
  const cut = await parted(asked, 'multipart/form-data; boundary=none');
  expect([cut.statusCode, cut.json()]).toEqual([200, error]);
});

test('an order is added, and its accounts are read by its number', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'panel');
  const goodsId = await buildGoods(shop.ctx, { price_micro: 12_345n });
  const lines = await stockUp(shop.ctx, goodsId, 4);
  const { order } = await send(shop, own, add(goodsId, 3));
  expect(order).toBeTypeOf('number');
  expect(await send(shop, own, { action: 'status', orders: `${order},77` })).toEqual({
    [order]: { charge: '0.037035', start_count: '0', status: 'Processing', remains: '0', currency: 'USDT' },
    77: { error: 'Incorrect service or order ID' },
  });
  expect(await send(shop, own, { action: 'accounts', order })).toEqual({
    order,
    accounts: lines.slice(0, 3),
  });
  expect(await send(shop, own, { action: 'status', order })).toMatchObject({
    status: 'Completed',
    accounts: lines.slice(0, 3),
  });
  const stranger = await connectShop(shop, 'panel');
  expect(await send(shop, stranger, { action: 'accounts', order })).toEqual({
    error: 'Incorrect service or order ID',
  });
});

test('without a reference each order is another; with one, however often and at once, it is one', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'panel');
  const goodsId = await buildGoods(shop.ctx);
  await stockUp(shop.ctx, goodsId, 20);
  const [first, second] = [await send(shop, own, add(goodsId, 1)), await send(shop, own, add(goodsId, 1))];
  expect(first.order).not.toBe(second.order);
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => send(shop, own, add(goodsId, 2, { reference: 'PANEL-7' }))),
    send(shop, own, add(goodsId, 2, { request_id: 'PANEL-7', link: 'https://quay.example' })),
    send(shop, own, add(goodsId, 2), { 'idempotency-key': 'PANEL-7' }),
    send(shop, own, add(goodsId, 2), { 'idempotency-key': '"PANEL-7"' }),
  ]);
  expect(new Set(answers.map(({ order }) => order)).size).toBe(1);
  expect(await send(shop, own, add(goodsId, 3, { reference: 'PANEL-7' }))).toEqual({
    error: 'This reference was used for another order',
  });
  // A blank one names nothing, and hides none that stands beside it.
  const blank = await send(shop, own, add(goodsId, 2, { reference: '', request_id: 'PANEL-7' }));
  expect(blank.order).toBe(answers[0]!.order);
  expect((await send(shop, own, add(goodsId, 2, { request_id: '' }))).order).not.toBe(blank.order);
  // A panel that asks for the rates again before it repeats an order sends another one.
  const atRate = (rate: string) => send(shop, own, add(goodsId, 1, { reference: 'PANEL-8', rate }));
  const rated = await atRate('1000');
  expect((await atRate('2000')).order).toBe(rated.order);
  expect((await send(shop, own, { action: 'balance' })).balance).toBe('93');
});

test('a reference that is a number of JSON counts to its last digit', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'panel');
  const goodsId = await buildGoods(shop.ctx);
  await stockUp(shop.ctx, goodsId, 3);
  const place = async (number: string): Promise<number> => {
    const fields = JSON.stringify({ key: own.secret, ...add(goodsId, 1) });
    const payload = fields.replace(/}$/, `,"request_id":${number}}`);
    const headers = { 'content-type': 'application/json' };
    return (await shop.app.http.inject({ method: 'POST', url: '/api/v2', headers, payload })).json().order;
  };
  const first = await place('1734567890123456789');
  expect(await place('1734567890123456789')).toBe(first);
  expect(await place('1734567890123456788')).not.toBe(first);
});

test('what cannot be done is said in words, and changes nothing', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'panel', { balanceMicro: 5_000_000n });
  const goodsId = await buildGoods(shop.ctx, { max_quantity: 8, genders: ['random'] });
  await stockUp(shop.ctx, goodsId, 4);
  const error = async (fields: Record<string, string | number>) => (await send(shop, own, fields)).error;
  expect(await error(add(goodsId, 5))).toBe('Not enough stock');
  expect(await error(add(goodsId, 6))).toBe('Not enough funds on balance');
  expect(await error(add(goodsId, 9))).toContain('minimum and maximum');
  expect(await error(add(goodsId, 0))).toContain('minimum and maximum');
  expect(await error({ ...add(goodsId, 1), quantity: 'all' })).toBe('Incorrect request');
  expect(await error({ ...add(goodsId, 1), service: Number(goodsId) * 4 + 1 })).toBe('Incorrect service ID');
  expect(await error({ ...add(goodsId, 1), service: 4_000_000_000 })).toBe('Incorrect service or order ID');
  expect(await error(add(goodsId, 1, { runs: 3, interval: 10 }))).toBe('Drip-feed is not offered');
  // A panel that says what it saw pays no more.
  expect(await error(add(goodsId, 2, { rate: '999.999' }))).toBe('The rate has changed');
  expect(await error({ action: 'toString' })).toBe('Incorrect request');
  expect(await error({ action: 'status', order: 'x' })).toBe('Incorrect service or order ID');
  expect((await send(shop, own, { action: 'balance' })).balance).toBe('5');
  expect(await send(shop, own, add(goodsId, 2, { rate: '1000' }))).toHaveProperty('order');
  await shop.ctx.db.updateTable('goods').set({ on_sale: false }).where('id', '=', goodsId).execute();
  expect(await error(add(goodsId, 1))).toBe('Incorrect service ID');

  expect(await send(shop, { secret: `${own.secret}0` }, { action: 'balance' })).toEqual({
    error: 'Invalid API key',
  });
  expect(await send(shop, { secret: '' }, { action: 'balance' })).toEqual({ error: 'Invalid API key' });
  const other = await connectShop(shop, 'dujiao-next');
  expect(await send(shop, other, { action: 'balance' })).toEqual({ error: 'Invalid API key' });
  await setUserStatus(shop.ctx, own.userId, 'frozen');
  expect(await error({ action: 'balance' })).toBe('This account is blocked');
});

test('what may have happened is not called busy, or a panel would order again', () => {
  const words = (error: Error) =>
    JSON.parse(String(panel.answerTo({ reason: 'serverBusy', error }, {} as never).body)).error as string;
  expect(words(new Error('Connection terminated unexpectedly'))).toContain('before you order again');
  expect(words(new Refusal('serverBusy'))).toBe('Busy, try again');
});

test('a key that may not read accounts is told of orders without them', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'panel', { scopes: ['orders:place', 'orders:read'] });
  const goodsId = await buildGoods(shop.ctx);
  await stockUp(shop.ctx, goodsId, 1);
  const { order } = await send(shop, own, add(goodsId, 1));
  const status = await send(shop, own, { action: 'status', order });
  expect(status.status).toBe('Processing');
  expect(status).not.toHaveProperty('accounts');
  const refused = { error: 'The key may not do this' };
  expect(await send(shop, own, { action: 'accounts', order })).toEqual(refused);
  expect(await send(shop, own, { action: 'refill', order })).toEqual(refused);
  expect(await send(shop, own, { action: 'balance' })).toEqual(refused);
  expect(await send(shop, own, { action: 'services' })).toEqual(refused);
});

test('a refill is a claim for all accounts, once, within the warranty; cancelling is refused', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'panel');
  const goodsId = await buildGoods(shop.ctx);
  await stockUp(shop.ctx, goodsId, 6);
  const [first, second] = [await send(shop, own, add(goodsId, 2)), await send(shop, own, add(goodsId, 2))];
  const { refill } = await send(shop, own, { action: 'refill', order: first.order });
  expect(await send(shop, own, { action: 'refill_status', refill })).toEqual({ status: 'In progress' });
  const again = await send(shop, own, { action: 'refill', orders: `${first.order},${second.order}` });
  expect(again).toEqual([
    { order: first.order, refill: { error: 'No account of the order can be refilled' } },
    { order: second.order, refill: expect.any(Number) as number },
  ]);
  const { user: owner } = await createOwner(shop.ctx);
  await refuseWarrantyClaim(
    { ...shop.ctx, actor: userActor(owner.id) },
    { params: { id: String(refill) }, body: { reason: 'They work' } },
  );
  expect(
    await send(shop, own, { action: 'refill_status', refills: `${refill},${again[1].refill},9` }),
  ).toEqual([
    { refill, status: 'Rejected' },
    { refill: again[1].refill, status: 'In progress' },
    { refill: 9, status: { error: 'Incorrect service or order ID' } },
  ]);
  const stranger = await connectShop(shop, 'panel');
  expect(await send(shop, stranger, { action: 'refill_status', refill })).toHaveProperty('error');
  const late = await send(shop, own, add(goodsId, 1));
  shop.clock.advance(25 * HOUR_MS);
  expect(await send(shop, own, { action: 'refill', order: late.order })).toEqual({
    error: 'The warranty is over',
  });
  expect(await send(shop, own, { action: 'cancel', orders: `${late.order}` })).toEqual([
    { order: late.order, cancel: { error: 'Accounts are delivered at once' } },
  ]);
});

test('one call of many ids is one query, or one after another', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'panel');
  const stranger = await connectShop(shop, 'panel');
  const goodsId = await buildGoods(shop.ctx);
  await stockUp(shop.ctx, goodsId, 2);
  const { order } = await send(shop, own, add(goodsId, 1));
  const foreign = await send(shop, stranger, add(goodsId, 1));
  let [queries, running, most] = [0, 0, 0];
  const db = shop.ctx.db.withPlugin({
    transformQuery: ({ node }) => {
      [queries, running] = [queries + 1, running + 1];
      most = Math.max(most, running);
      return node;
    },
    transformResult: async ({ result }) => {
      running -= 1;
      return result;
    },
  });
  const scopes = new Set(['orders:read', 'claims']);
  const actor = { ...userActor(own.userId), key: { id: BigInt(own.id), scopes } } as never;
  const ask = async (fields: Record<string, string>) => {
    const body = Buffer.from(new URLSearchParams(fields).toString());
    const call = { request: { headers: {} }, body } as never;
    return JSON.parse((await panel.calls[0]![2]({ ...shop.ctx, actor, db }, call)) as string);
  };
  const strange = [foreign.order, 'x', 987_654];
  const orders = [order, ...strange].join(',');
  const wrong = { error: 'Incorrect service or order ID' };
  const answer = await ask({ action: 'status', orders });
  expect(answer).toEqual({
    [order]: expect.objectContaining({ status: 'Processing' }) as object,
    ...Object.fromEntries(strange.map((id) => [id, wrong])),
  });
  expect(queries).toBe(1);
  await ask({ action: 'refill_status', refills: '1,2,3,4,5' });
  expect([queries, most]).toEqual([6, 1]);
});

test('an id that is none is answered as it was asked for, and what was done for the others is told', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'panel');
  const goodsId = await buildGoods(shop.ctx);
  await stockUp(shop.ctx, goodsId, 1);
  const { order } = await send(shop, own, add(goodsId, 1));
  const wrong = { error: 'Incorrect service or order ID' };
  const far = '9'.repeat(18);
  expect(await send(shop, own, { action: 'refill', orders: `x,${order},1.5,${far}` })).toEqual([
    { order: 'x', refill: wrong },
    { order, refill: expect.any(Number) as number },
    { order: '1.5', refill: wrong },
    { order: far, refill: wrong },
  ]);
  const refills = await send(shop, own, { action: 'refill_status', refills: 'x' });
  expect(refills).toEqual([{ refill: 'x', status: wrong }]);
  const cancelled = await send(shop, own, { action: 'cancel', orders: `${order},x` });
  expect(cancelled).toMatchObject([
    { order },
    { order: 'x', cancel: { error: expect.any(String) as string } },
  ]);
});

test('a body that is nested deeper than the stack is refused like any other', async () => {
  const shop = await createTestShop();
  const { secret } = await connectShop(shop, 'panel');
  const answer = await shop.app.http.inject({
    method: 'POST',
    url: '/api/v2',
    headers: { 'content-type': 'application/json' },
    payload: `{"key":"${secret}","action":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
  });
  expect(answer.json()).toEqual({ error: 'Incorrect request' });
});

test('refunds are Partial and Canceled, with what was kept', async () => {
  const shop = await createTestShop();
  const own = await connectShop(shop, 'panel');
  const goodsId = await buildGoods(shop.ctx);
  await stockUp(shop.ctx, goodsId, 3);
  const { order } = await send(shop, own, add(goodsId, 3, { reference: 'Q1' }));
  const { data } = await shop.call('GET', `/api/orders?reference=Q1@${own.id}`, undefined, bearer(own.token));
  const { order_no: orderNo } = data.items[0];
  const names = await shop.call('GET', `/api/orders/${orderNo}/accounts/names`, undefined, bearer(own.token));
  const { user: owner } = await createOwner(shop.ctx);
  const refund = (more: object) =>
    refundOrder(
      { ...shop.ctx, actor: userActor(owner.id) },
      { params: { order_no: orderNo }, body: { reason: 'dead', ...more } },
    );
  await refund({ item_ids: [names.data.items[0].id] });
  expect(await send(shop, own, { action: 'status', order })).toMatchObject({
    status: 'Partial',
    remains: '1',
    charge: '2',
  });
  await refund({});
  expect(await send(shop, own, { action: 'status', order })).toMatchObject({
    status: 'Canceled',
    remains: '3',
    charge: '0',
    accounts: [],
  });
});

test('neither keys nor accounts are in the log', async () => {
  const logged: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  const shop = await createTestShop({}, log);
  const own = await connectShop(shop, 'panel');
  const goodsId = await buildGoods(shop.ctx);
  const lines = await stockUp(shop.ctx, goodsId, 1);
  const { order } = await send(shop, own, add(goodsId, 1));
  expect((await send(shop, own, { action: 'accounts', order })).accounts).toEqual(lines);
  await send(shop, own, { action: 'add', service: 'x' });
  await send(shop, { secret: `${own.secret}0` }, { action: 'balance' });
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.filter((line) => line.includes(lines[0]!) || line.includes(own.secret))).toEqual([]);
});
