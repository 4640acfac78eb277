import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from './platform/context.ts';
import { createDb } from './platform/db/db.ts';
import { buildGoods, fund, stockUp } from './testing/build.ts';
import { callOnce, startMultiProcessShop, type MultiProcessShop } from './testing/multi-process-shop.ts';
import { createWorld, isOnPostgres } from './testing/world.ts';

/** So many connections that all at one of two processes is out of the question. */
const MANY = 24;
const LONG = 60_000;

let shop: MultiProcessShop;
let token = '';
let userId = '';
let goodsId = '';

type Stream = { readonly text: () => string; readonly isOpen: () => boolean; close(): void };
const streams: Stream[] = [];

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  callOnce(shop.port, method, path, { body, headers: { authorization: `Bearer ${token}`, ...headers } });
const order = (key: string) =>
  call('POST', '/api/orders', { goods_id: goodsId, quantity: 1 }, { 'idempotency-key': key });
const countOnline = async () => (await call('GET', '/api/live-figures')).data.online_users as number;
const eventsOf = (stream: Stream, name: string): string[] =>
  stream
    .text()
    .split('\n\n')
    .filter((event) => event.includes(`event: ${name}\n`));

const numberIn = (event: string): string => /"order_no":"(\w+)"/.exec(event)![1]!;

function openStream(visitor: string, lastEventId?: string): Promise<Stream> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  };
  const path = `/api/live?visitor=${visitor}`;
  return new Promise((resolve, reject) => {
    const asked = request({ port: shop.port, path, headers, agent: false }, (answer) => {
      let [text, isOpen] = ['', true];
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        resolve({ text: () => text, isOpen: () => isOpen, close: () => asked.destroy() });
      });
      answer.on('error', () => undefined).on('close', () => (isOpen = false));
    });
    asked.on('error', reject);
    asked.end();
  });
}

beforeAll(async () => {
  if (!isOnPostgres) return;
  shop = await startMultiProcessShop(2);
  const account = { username: 'ann', email: 'ann@example.test', password: 'harbour-9', agree: true };
  const { data } = await call('POST', '/api/auth/register', account);
  [token, userId] = [data.token, data.user.id];
  const ctx: Ctx = { ...(await createWorld()).ctx, db: createDb(shop.pool) };
  const id = await buildGoods(ctx);
  goodsId = String(id);
  await stockUp(ctx, id, 200);
  await fund(ctx, BigInt(userId), 1_000_000_000n);
  streams.push(
    ...(await Promise.all(Array.from({ length: MANY }, (_, i) => openStream(`visitor-${i % 16}`)))),
  );
}, LONG);

afterAll(async () => {
  if (!isOnPostgres) return;
  streams.forEach((stream) => stream.close());
  expect(await shop?.stop()).toBe(0);
}, LONG);

test.runIf(isOnPostgres)('visitors are counted over both processes', async () => {
  expect(shop.listWorkers()).toHaveLength(2);
  await expect.poll(countOnline).toBe(16);
});

test.runIf(isOnPostgres)('orders at both processes reach every stream once, in one order', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => order(randomUUID())));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const numbers = answers.map(({ data }) => data.order_no as string);
  await expect.poll(() => streams.every((stream) => eventsOf(stream, 'order').length >= 30)).toBe(true);
  const [first = [], ...others] = streams.map((stream) => eventsOf(stream, 'order'));
  expect(first).toHaveLength(30);
  expect(new Set(first.map(numberIn))).toEqual(new Set(numbers));
  for (const heard of others) expect(heard).toEqual(first);
  for (const stream of streams) expect(eventsOf(stream, 'balance').at(-1)).toContain('"970.00"');
});

test.runIf(isOnPostgres)('one key from a hundred connections is one order', async () => {
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 100 }, () => order(key)));
  expect(new Set(answers.map(({ data }) => data.order_no)).size).toBe(1);
  const { rows } = await shop.pool.query('select 1 from orders where idempotency_key = $1', [key]);
  expect(rows).toHaveLength(1);
});

test.runIf(isOnPostgres)('a limit holds over both processes', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  const tries = Array.from({ length: 50 }, () => call('POST', '/api/auth/password/code', {}, headers));
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
});

test.runIf(isOnPostgres)(
  'a process that is killed takes its own visitors only; another takes its place, and a stream catches up anywhere',
  { timeout: LONG },
  async () => {
    const [victim, survivor] = shop.listWorkers();
    process.kill(victim!, 'SIGKILL');
    await expect.poll(() => streams.some((stream) => !stream.isOpen())).toBe(true);
    // The pages of the dead process hear of it one by one.
    const left = () => new Set(streams.flatMap((one, i) => (one.isOpen() ? [i % 16] : []))).size;
    await expect.poll(async () => (await countOnline()) - left()).toBe(0);
    expect(left()).toBeGreaterThan(0);

    const cut = streams.find((stream) => !stream.isOpen())!;
    const lastId = /^id: (.*)$/m.exec(eventsOf(cut, 'order').at(-1)!)![1]!;
    const { data } = await order(randomUUID());
    await expect.poll(() => shop.listWorkers().length, { timeout: 10_000 }).toBe(2);
    expect(shop.listWorkers()).toContain(survivor);
    const back = await Promise.all(Array.from({ length: MANY }, () => openStream('back-again', lastId)));
    streams.push(...back);
    for (const stream of back) {
      expect(eventsOf(stream, 'order').map(numberIn)).toEqual([data.order_no]);
    }
  },
);
