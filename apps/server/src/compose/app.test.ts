import { randomUUID } from 'node:crypto';
import { contract, errors, paths, XLSX_TYPE, type EndpointName } from '@portside/contract';
import { beforeAll, expect, test } from 'vitest';
import { bearer, createTestShop, type TestShop } from '../testing/app.ts';
import { buildGoods, fund, stockUp } from '../testing/build.ts';

/** Refusals at the HTTP edge, row by row as the API promises them. */

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});

const body = (change: Record<string, unknown> = {}) => ({
  username: `u-${randomUUID().slice(0, 8)}`,
  email: `${randomUUID().slice(0, 8)}@example.test`,
  password: 'harbour-9',
  agree: true,
  ...change,
});

const bad: [what: string, body: unknown, status: number, code: number][] = [
  // Without a body, the username is the first thing missing.
  ['no body', undefined, 400, 502],
  ['an empty body', {}, 400, 502],
  ['an empty username', body({ username: '' }), 400, 502],
  ['a username of blanks', body({ username: '   ' }), 400, 502],
  ['no username', body({ username: undefined }), 400, 502],
  ['no e-mail', body({ email: null }), 400, 510],
  ['an e-mail that is none', body({ email: 'nobody' }), 400, 519],
  ['an e-mail with a line break', body({ email: 'a@b.test\r\nbcc: c@d.test' }), 400, 519],
  ['a short password', body({ password: '12345' }), 400, 519],
  ['a common password', body({ password: 'password' }), 400, 300_014],
  ['no agreement', body({ agree: undefined }), 400, 510],
  ['a refused agreement', body({ agree: false }), 400, 519],
  ['an unknown invitation code', body({ invitation_code: 'ZZZZZZZZ' }), 404, 508],
  ['a number for a name', body({ username: 7 }), 400, 519],
  ['a list for a body', [], 400, 502],
  ['JSON that is none', '{"username":', 400, 519],
  ['JSON without a bottom', '['.repeat(100_000) + ']'.repeat(100_000), 400, 519],
  ['a NUL in the invitation code', body({ invitation_code: 'A\u0000' }), 400, 519],
];

test.each(bad)('register with %s', async (_, sent, status, code) => {
  const answer = await shop.call('POST', '/api/auth/register', sent);
  expect(answer).toMatchObject({ status, code, data: null });
  expect(JSON.stringify(answer.body)).not.toMatch(/\.ts|node_modules|at /);
});

test('a control character in a query is a wrong format, not a failure', async () => {
  const { token } = await shop.register();
  for (const path of [
    '/api/users/check-username?username=a%00b',
    '/api/goods?q=%00',
    '/api/orders?order_no=%00',
    '/api/orders?cursor=%00',
    '/api/recharges?cursor=%00',
  ]) {
    expect(await shop.call('GET', path, undefined, bearer(token))).toMatchObject({ status: 400, code: 519 });
  }
});

test('fields that a caller may not set are ignored', async () => {
  const { data } = await shop.call('POST', '/api/auth/register', {
    ...body(),
    isAdmin: true,
    balance: '999',
    role_id: 1,
  });
  expect(data.user).toMatchObject({ isAdmin: false, balance: '0.00', status: 'active' });
  expect(data.permissions.menus).toEqual([]);
});

test('a taken name or e-mail, however written, is 400008', async () => {
  const { username, email } = await shop.register();
  const taken = [body({ username: username.toUpperCase() }), body({ email: email.toUpperCase() })];
  for (const sent of taken) {
    expect(await shop.call('POST', '/api/auth/register', sent)).toMatchObject({ status: 409, code: 400_008 });
  }
});

test('a wrong username and a wrong password get the same answer', async () => {
  const { username } = await shop.register();
  for (const name of [username, 'nobody-at-all']) {
    const answer = await shop.call('POST', '/api/auth/login', { username: name, password: 'wrong-one' });
    expect(answer).toMatchObject({ status: 401, code: 511 });
  }
});

test('somebody else’s balance is refused, whether or not the name exists', async () => {
  const mine = await shop.register();
  const other = await shop.register();
  await fund(shop.ctx, BigInt(other.id), 5_999_999n);
  const path = `/api/users/balance?username=${other.username}`;
  for (const named of [path, '/api/users/balance?username=nobody-of-that-name'])
    expect(await shop.call('GET', named, undefined, bearer(mine.token))).toMatchObject({
      status: 403,
      code: 400003,
      data: null,
    });
  const own = `/api/users/balance?username=${mine.username.toUpperCase()}`;
  expect((await shop.call('GET', own, undefined, bearer(mine.token))).data).toEqual({ balance: '0.00' });
  expect((await shop.call('GET', path, undefined, bearer(other.token))).data).toEqual({ balance: '5.99' });
});

const signedIn = (Object.keys(paths) as EndpointName[]).filter(
  (name) => !/visitor/.test(String(contract[name].access)),
);

test.each(signedIn)('%s needs a token', async (name) => {
  const [method, path] = paths[name];
  const url = path.replace(/:order_id/, 'RECH17000000000000000').replace(/:\w+/, '12345678');
  for (const headers of [{}, bearer('unknown'), { authorization: 'Basic x' }]) {
    const answer = await shop.call(method, url, method === 'GET' ? undefined : {}, headers);
    expect(answer).toMatchObject({ status: 401, code: 401, data: null });
  }
});

test('a frozen user gets 200002 on every call and at login', async () => {
  const { token, username, id } = await shop.register();
  await shop.ctx.db.updateTable('users').set({ status: 'frozen' }).where('id', '=', BigInt(id)).execute();
  for (const path of [
    '/api/auth/me',
    '/api/users/balance',
    '/api/orders',
    '/api/goods',
    '/api/site-config',
  ]) {
    expect(await shop.call('GET', path, undefined, bearer(token))).toMatchObject({
      status: 403,
      code: 200_002,
    });
  }
  const login = { username, password: 'harbour-9' };
  expect(await shop.call('POST', '/api/auth/login', login)).toMatchObject({ status: 403, code: 200_002 });
});

test('public calls accept an expired token', async () => {
  expect(await shop.call('GET', '/api/goods', undefined, bearer('stale'))).toMatchObject({
    status: 200,
    code: 200,
  });
});

test('a buyer is refused what needs a permission', async () => {
  const { token, id } = await shop.register();
  const answer = await shop.call('PUT', `/api/users/${id}/status`, { status: 'frozen' }, bearer(token));
  expect(answer).toMatchObject({ status: 403, code: 400_003 });
});

test('orders: bad input changes nothing and says what is wrong', async () => {
  const { token, id } = await shop.register();
  await fund(shop.ctx, BigInt(id), 3_000_000n);
  const goodsId = String(await buildGoods(shop.ctx, { max_quantity: 50, genders: ['random', 'male'] }));
  await stockUp(shop.ctx, BigInt(goodsId), 2);
  const order = { goods_id: goodsId, quantity: 1 };
  const cases: [unknown, number, number][] = [
    [{ quantity: 1 }, 400, 510],
    [{ goods_id: goodsId }, 400, 510],
    [{ ...order, quantity: 0 }, 400, 519],
    [{ ...order, quantity: 1.5 }, 400, 519],
    [{ ...order, quantity: '1' }, 400, 519],
    [{ ...order, gender: 'other' }, 400, 519],
    [{ ...order, email: 'x' }, 400, 519],
    [{ ...order, unit_price: '1e2' }, 400, 519],
    [{ ...order, goods_id: '999999999' }, 404, 506],
    [{ ...order, goods_id: '1 or 1=1' }, 400, 519],
    [{ ...order, quantity: 51 }, 409, 300_003],
    [{ ...order, unit_price: '0.5' }, 409, 300_004],
    [{ ...order, gender: 'female' }, 409, 300_006],
    [{ ...order, quantity: 4 }, 409, 300_001],
    [{ ...order, quantity: 3 }, 409, 300_002],
  ];
  for (const [sent, status, code] of cases) {
    const answer = await shop.call('POST', '/api/orders', sent, bearer(token));
    expect({ sent, ...answer }).toMatchObject({ status, code, data: null });
  }
  expect((await shop.call('GET', '/api/users/balance', undefined, bearer(token))).data.balance).toBe('3.00');
  expect((await shop.call('GET', '/api/orders', undefined, bearer(token))).data.items).toEqual([]);
  const keyed = { ...bearer(token), 'idempotency-key': 'one key' };
  expect(await shop.call('POST', '/api/orders', order, keyed)).toMatchObject({ status: 400, code: 519 });
});

test('another user’s order, its accounts and its e-mail do not exist', async () => {
  const owner = await shop.register();
  const stranger = await shop.register();
  await fund(shop.ctx, BigInt(owner.id), 3_000_000n);
  const goodsId = await buildGoods(shop.ctx);
  await stockUp(shop.ctx, goodsId, 1);
  const order = { goods_id: String(goodsId), quantity: 1 };
  const { data } = await shop.call('POST', '/api/orders', order, bearer(owner.token));
  const path = `/api/orders/${data.order_no}`;
  const calls = [
    ['GET', path],
    ['GET', `${path}/accounts`],
    ['GET', `${path}/accounts?format=txt`],
    ['POST', `${path}/delivery-email`, {}],
  ] as const;
  for (const [method, url, sent] of calls) {
    expect(await shop.call(method, url, sent, bearer(stranger.token))).toMatchObject({
      status: 404,
      code: 506,
    });
  }
  expect(
    (await shop.call('GET', `${path}/accounts`, undefined, bearer(owner.token))).data.items,
  ).toHaveLength(1);
});

test('lists refuse a wrong limit or cursor', async () => {
  const { token } = await shop.register();
  for (const query of ['limit=0', 'limit=501', 'limit=x', 'cursor=drop', 'from=yesterday']) {
    expect(await shop.call('GET', `/api/orders?${query}`, undefined, bearer(token))).toMatchObject({
      status: 400,
      code: 519,
    });
  }
});

test('outside the sandbox its calls are unknown, like any unknown path', async () => {
  const transfer = { type: 'TRON', to: 'x', amount: '1' };
  expect(await shop.call('GET', '/api/sandbox')).toMatchObject({ status: 404, code: 506 });
  expect(await shop.call('POST', '/api/sandbox/transfers', transfer)).toMatchObject({
    status: 404,
    code: 506,
  });
  expect(await shop.call('GET', '/api/nothing')).toMatchObject({ status: 404, code: 506 });
});

test('a body over the limit is refused, one that is not JSON too', async () => {
  const huge = JSON.stringify({ username: 'x'.repeat(1_100_000) });
  expect(await shop.call('POST', '/api/auth/login', huge)).toMatchObject({ status: 413, code: 413 });
  const answer = await shop.call('POST', '/api/auth/login', 'a=1', { 'content-type': 'text/plain' });
  expect(answer).toMatchObject({ status: 400, code: 519 });
});

test('the published document names every endpoint, and both outcomes of each', async () => {
  const { body: document } = await shop.call('GET', '/api/openapi.json');
  for (const [method, path] of Object.values(paths)) {
    const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect(operation, `${method} ${path}`).toBeDefined();
  }
  const order = document.paths['/api/orders'].post;
  expect(order.requestBody.content['application/json'].schema.required).toContain('goods_id');
  expect(order.parameters).toContainEqual(expect.objectContaining({ in: 'header', name: 'idempotency-key' }));
  const accounts = document.paths['/api/orders/{order_no}/accounts'].get.responses['200'].content;
  expect(Object.keys(accounts)).toEqual([
    'application/json',
    'text/plain',
    'text/csv',
    'application/x-ndjson',
    XLSX_TYPE,
  ]);
  expect(document.paths['/api/goods'].get.security).toEqual([{}, { bearer: [] }]);
  const codes: string = document.components.schemas.Failure.properties.code.description;
  for (const { code, status, isReserved } of Object.values(errors))
    expect(codes.includes(`${code} (HTTP ${status})`), String(code)).toBe(!isReserved);
  const answer = order.responses['200'].content['application/json'].schema.properties.data;
  expect(answer).toEqual({ $ref: '#/components/schemas/Order' });
  expect(document.components.schemas.Order.properties).toHaveProperty('order_no');
});

test('a URL with invalid escapes is answered in the envelope too', async () => {
  expect(await shop.call('GET', '/api/goods/%ff')).toMatchObject({ status: 400, code: 519, data: null });
  // No call: a page, which this server has none of.
  for (const path of ['/%', '/%ff'])
    expect(await shop.call('GET', path)).toMatchObject({ status: 404, data: null });
});

test('answers carry the headers that keep browsers strict', async () => {
  const held = await shop.app.http.inject({ method: 'GET', url: '/api/goods' });
  // Kept by the browser, and asked for again each time.
  expect(held.headers['cache-control']).toBe('no-cache, no-transform');
  const answer = await shop.app.http.inject({ method: 'GET', url: '/api/live-figures' });
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store, no-transform',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000',
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  });
  const page = await shop.app.http.inject({ method: 'GET', url: '/' });
  expect(page.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'content-security-policy': expect.stringContaining("script-src 'self'") as unknown,
  });
});
