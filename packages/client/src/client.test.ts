import { errors } from '@portside/contract';
import { execFile, spawnSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CODES } from './errors.ts';
import { createClient, ShopError, verifyWebhook, type Client } from './index.ts';

/** What the server answers, one after the other; `null` cuts the connection. */
type Answer = { status: number; body: unknown; headers?: Record<string, string> } | null;
let answers: Answer[] = [];
let calls: { method: string; url: string; key: string | undefined; body: string }[] = [];
let pauses: number[] = [];
let client: Client;

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};
const server = createServer((request, response) => {
  void bodyOf(request).then((body) => {
    const { method = '', url = '', headers } = request;
    calls.push({ method, url, key: headers['idempotency-key'] as string | undefined, body });
    const answer = answers.shift();
    if (!answer) return request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    return response.end(JSON.stringify(answer.body));
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  client = createClient({
    url: address(),
    key: 'psk_test_1',
    wait: (ms) => Promise.resolve(void pauses.push(ms)),
  });
});
beforeEach(() => {
  [answers, calls, pauses] = [[], [], []];
});
afterAll(() => void server.close());

const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const ok = (data: unknown): Answer => ({ status: 200, body: { code: 200, message: 'ok', data } });
const refusal = (name: keyof typeof CODES, status: number, headers = {}): Answer => ({
  status,
  body: { code: CODES[name], message: 'no', data: null },
  headers,
});
const order = { goods_id: '7', quantity: 1 };

test('an order is repeated with its key after a cut connection and a failure, and only then', async () => {
  answers = [null, refusal('serviceError', 500), ok({ order_no: 'ORD1' })];
  expect(await client.placeOrder(order, 'own-1')).toMatchObject({ order_no: 'ORD1' });
  expect(calls.map(({ key, body }) => [key, body])).toEqual(
    Array.from({ length: 3 }, () => ['own-1', JSON.stringify(order)]),
  );
  expect(pauses).toHaveLength(2);
  expect(pauses[1]).toBeGreaterThan(pauses[0]! / 2);
});

test('a key that no header can carry is refused before anything is sent', async () => {
  for (const key of ['', 'order 7', 'заказ-7', 'x'.repeat(201)])
    await expect(client.placeOrder(order, key)).rejects.toThrow(RangeError);
  expect([calls, pauses]).toEqual([[], []]);
});

test('a refusal names the order that has the reference', async () => {
  const faults = [{ field: 'reference', fault: 'twice', value: 'ORD1' }];
  const body = { code: CODES.referenceUsed, message: 'no', data: null, faults };
  answers = [{ status: 409, body }];
  await expect(client.placeOrder(order, 'own-3')).rejects.toMatchObject({ reason: 'referenceUsed', faults });
});

test('a change without a key is not repeated after a fault, but it is after a refusal to work on it', async () => {
  answers = [null];
  const claim = client.claim('ORD10000', { item_ids: ['1'], reason: 'wrong password' });
  await expect(claim).rejects.toThrow('fetch failed');
  // The database may have been lost after it did what was asked for.
  answers = [refusal('serverBusy', 503, { 'retry-after': '1' })];
  const other = client.claim('ORD10001', { item_ids: ['2'], reason: 'wrong password' });
  await expect(other).rejects.toMatchObject({ reason: 'serverBusy' });
  expect(calls).toHaveLength(2);
  answers = [refusal('tooManyTries', 429, { 'retry-after': '7' }), ok({ id: '1' })];
  await client.claim('ORD10000', { item_ids: ['1'], reason: 'wrong password' });
  expect(pauses).toEqual([7_000]);
});

test('a refusal is an error with its reason, and is not repeated', async () => {
  answers = [refusal('priceChanged', 409)];
  const error = await client.placeOrder(order, 'own-2').catch((one: unknown) => one);
  expect(error).toBeInstanceOf(ShopError);
  expect(error).toMatchObject({ reason: 'priceChanged', code: 300004, status: 409, retryAfterMs: null });
  expect(calls).toHaveLength(1);
});

test.each([
  [
    'a page',
    { status: 200, body: '<p>Sign in to this network</p>', headers: { 'content-type': 'text/html' } },
  ],
  ['something without a type', { status: 200, body: 'hello', headers: { 'content-type': '' } }],
  ['JSON of something else', { status: 200, body: { ok: true } }],
])('%s in place of the answer is no order, which is asked for again', async (_, other) => {
  answers = [other, ok({ order_no: 'ORD1' })];
  expect(await client.placeOrder(order, 'own-4')).toMatchObject({ order_no: 'ORD1' });
  expect(calls.map(({ key }) => key)).toEqual(['own-4', 'own-4']);
  answers = [other];
  await expect(client.claim('ORD1', { item_ids: ['1'], reason: 'dead' })).rejects.toThrow('something else');
});

test('a redirect is not followed: an order would arrive as a reading of the orders', async () => {
  answers = [{ status: 301, body: '', headers: { location: '/api/orders' } }, ok({ items: [] })];
  await expect(client.placeOrder(order, 'own-5')).rejects.toMatchObject({ status: 301, reason: 'other' });
  expect(calls).toHaveLength(1);
});

test('an error whose body is null is an error of its status', async () => {
  answers = [{ status: 404, body: null }];
  await expect(client.readBalance()).rejects.toMatchObject({ status: 404, code: 404 });
});

test('it gives up after as many tries as were asked for', async () => {
  answers = Array.from({ length: 9 }, () => refusal('serverBusy', 503, { 'retry-after': '1' }));
  await expect(client.readBalance()).rejects.toMatchObject({ reason: 'serverBusy' });
  expect(calls).toHaveLength(5);
});

test('products come page by page, and values of an address are escaped', async () => {
  answers = [
    ok({ items: [{ id: '1' }], next_cursor: 'a/b' }),
    ok({ items: [{ id: '2' }], next_cursor: null }),
    ok({}),
  ];
  const ids: string[] = [];
  for await (const { id } of client.products({ q: 'mail & more' })) ids.push(id);
  expect(ids).toEqual(['1', '2']);
  expect(calls.map(({ url }) => url)).toEqual([
    '/api/goods?limit=500&q=mail+%26+more',
    '/api/goods?limit=500&q=mail+%26+more&cursor=a%2Fb',
  ]);
  await client.readOrder('../users/balance');
  expect(calls[2]!.url).toBe('/api/orders/..%2Fusers%2Fbalance');
});

test('changes are followed from a cursor, which a look that finds nothing keeps', async () => {
  const stop = new AbortController();
  const changes = (id: string) => [{ goods_id: id, changed_at: '2026-11-20T12:00:00.000Z', offer: null }];
  answers = [
    ok({ changes: changes('1'), cursor: 'c2', has_more: true }),
    ok({ changes: [], cursor: 'c2', has_more: false }),
    ok({ changes: changes('2'), cursor: 'c3', has_more: false }),
  ];
  const seen: unknown[] = [];
  for await (const page of client.followChanges({ after: 'c1', signal: stop.signal })) {
    seen.push(page);
    if (seen.length === 2) stop.abort();
  }
  expect(seen).toEqual([
    { changes: changes('1'), cursor: 'c2' },
    { changes: changes('2'), cursor: 'c3' },
  ]);
  expect(calls.map(({ url }) => url)).toEqual(
    ['c1', 'c2', 'c2'].map((cursor) => `/api/changes?after=${cursor}`),
  );
  expect(pauses[0]).toBe(60_000);
});

test.each(['a call', 'the pause before a call is repeated', 'a rest'])(
  'following ends with its signal during %s, and without an error',
  async (during) => {
    const stop = new AbortController();
    const paused = () => {
      queueMicrotask(() => stop.abort());
      return new Promise<void>(() => undefined);
    };
    const follower = createClient({
      url: 'https://shop.example',
      key: 'psk_test_1',
      wait: paused,
      fetch: (_, init) => {
        if (during === 'a rest')
          return Promise.resolve(Response.json({ data: { changes: [], cursor: 'c', has_more: false } }));
        if (during !== 'a call') return Promise.reject(new Error('no network'));
        queueMicrotask(() => stop.abort());
        return new Promise((_, reject) =>
          init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error)),
        );
      },
    });
    const seen: unknown[] = [];
    for await (const page of follower.followChanges({ signal: stop.signal })) seen.push(page);
    expect(seen).toEqual([]);
  },
);

test('the codes are those of the shop', () => {
  for (const [name, code] of Object.entries(CODES))
    expect([name, code]).toEqual([name, errors[name as 'notFound'].code]);
});

/** The example for the shell, whose program repeats by itself and prints what it got each time. */
function buyInShell(): Promise<{ failed: boolean; output: string }> {
  const program = join(import.meta.dirname, '../../../examples/shop.sh');
  const env = { ...process.env, PORTSIDE_URL: address(), PORTSIDE_KEY: 'psk_test_1' };
  return new Promise((resolve) => {
    execFile('sh', [program, 'buy', 'own-7'], { env }, (error, output) =>
      resolve({ failed: error !== null, output }),
    );
  });
}
const hasShell = ['curl', 'jq'].every((tool) => spawnSync(tool, ['--version']).error === undefined);

test.runIf(hasShell)('in the shell a busy shop is asked again, and the last answer counts', async () => {
  const busy = refusal('serverBusy', 503, { 'retry-after': '1' });
  const placed = { order_no: 'ORD1', total_amount: '1' };
  answers = [
    ok({ items: [] }),
    ok({ items: [{ id: '7', min_quantity: 1 }] }),
    ok({ total_amount: '1' }),
    busy,
    ok(placed),
    ok({ items: [{ text: 'a----b' }] }),
  ];
  const { output } = await buyInShell();
  expect(JSON.parse(output)).toEqual({ order_no: 'ORD1', paid: '1', accounts: ['a----b'] });
});

test.runIf(hasShell)(
  'in the shell nothing is ordered where it cannot be told what was ordered before',
  async () => {
    answers = [refusal('noPermission', 403)];
    expect(await buyInShell()).toMatchObject({ failed: true, output: '' });
    expect(calls).toHaveLength(1);
  },
);

const now = new Date('2026-11-20T12:00:00Z');
const timestamp = String(now.getTime() / 1_000);
const body = '{"type":"order.completed","data":{"order_no":"ORD1"}}';
const secretOf = (bytes: Buffer): string => `whsec_${bytes.toString('base64')}`;
const sign = (bytes: Buffer, text = `msg_1.${timestamp}.${body}`): string =>
  `v1,${createHmac('sha256', bytes).update(text).digest('base64')}`;
const [own, next] = [randomBytes(24), randomBytes(24)];
const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': sign(own) };

test('a webhook is known by its signature, also by one of two', async () => {
  const webhook = await verifyWebhook({ body, headers, secret: secretOf(own), now });
  expect(webhook).toEqual({ id: 'msg_1', sentAt: now, body: JSON.parse(body) as unknown });
  const asTheyCame = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.replaceAll(/\b\w/g, (letter) => letter.toUpperCase()),
      value,
    ]),
  );
  expect(await verifyWebhook({ body, headers: asTheyCame, secret: secretOf(own), now })).toMatchObject({
    id: 'msg_1',
  });
  const rotating = new Headers({ ...headers, 'webhook-signature': `v1a,x ${sign(next)} ${sign(own)}` });
  for (const bytes of [own, next])
    expect(await verifyWebhook({ body, headers: rotating, secret: secretOf(bytes), now })).toMatchObject({
      id: 'msg_1',
    });
});

test('the example of the specification is verified', async () => {
  const known = {
    body: '{"test": 2432232314}',
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    now: new Date(1_614_265_330_000),
  };
  expect(await verifyWebhook(known)).toMatchObject({ body: { test: 2432232314 } });
});

test.each([
  ['another secret', { secret: secretOf(next) }, 'signature'],
  ['another body', { body: body.replace('ORD1', 'ORD2') }, 'signature'],
  ['another id', { headers: { ...headers, 'webhook-id': 'msg_2' } }, 'signature'],
  ['an old time', { now: new Date(now.getTime() + 301_000) }, 'time'],
  ['a time to come', { now: new Date(now.getTime() - 301_000) }, 'time'],
  ['no number for a time', { headers: { ...headers, 'webhook-timestamp': 'NaN' } }, 'time'],
  ['no signature', { headers: { ...headers, 'webhook-signature': undefined } }, 'headers'],
  ['a signature that is none', { headers: { ...headers, 'webhook-signature': 'v1,%%%' } }, 'signature'],
  [
    'another version',
    { headers: { ...headers, 'webhook-signature': sign(own).replace('v1', 'v2') } },
    'signature',
  ],
  ['a secret that is none', { secret: 'whsec_%' }, 'secret'],
])('a webhook with %s is refused', async (_, change, reason) => {
  const received = { body, headers, secret: secretOf(own), now, ...change };
  await expect(verifyWebhook(received)).rejects.toMatchObject({ name: 'WebhookError', reason });
});
