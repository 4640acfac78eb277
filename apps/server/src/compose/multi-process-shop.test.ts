import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../platform/context.ts';
import { createDb } from '../platform/db/db.ts';
import { buildGoods, fund, stockUp } from '../testing/build.ts';
import {
  callOnce,
  startMultiProcessShop,
  type MultiProcessShop,
  openLiveStream,
  type LiveStream,
} from '../testing/multi-process-shop.ts';
import { hasValkey } from '../testing/valkey.ts';
import { createWorld, isOnPostgres } from '../testing/world.ts';

const isRunnable = isOnPostgres && hasValkey;
const STREAMS = 24;
const LONG = 120_000;

let shop: MultiProcessShop;
let token = '';
let goodsId = '';

const streams: LiveStream[] = [];

type Extra = { readonly body?: unknown; readonly headers?: Record<string, string> };
const call = (at: number, method: string, path: string, { body, headers }: Extra = {}) =>
  callOnce(shop.ports[at % 2]!, method, path, {
    body,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
const order = (at: number, key: string = randomUUID()) =>
  call(at, 'POST', '/api/orders', {
    body: { goods_id: goodsId, quantity: 1 },
    headers: { 'idempotency-key': key },
  });
const countOnline = async (at: number) =>
  (await call(at, 'GET', '/api/live-figures')).data.online_users as number;
const numberIn = (event: string): string => /"order_no":"(\w+)"/.exec(event)![1]!;

const openStream = (at: number, visitor: string, lastEventId?: string): Promise<LiveStream> =>
  openLiveStream(shop.ports[at % 2]!, {
    authorization: `Bearer ${token}`,
    visitor,
    ...(lastEventId !== undefined && { lastEventId }),
  });

beforeAll(async () => {
  if (!isRunnable) return;
  shop = await startMultiProcessShop(2);
  const account = { username: 'ann', email: 'ann@example.test', password: 'harbour-9', agree: true };
  const { data } = await call(0, 'POST', '/api/auth/register', { body: account });
  token = data.token;
  const ctx: Ctx = { ...(await createWorld()).ctx, db: createDb(shop.pool), keyring: shop.keyring };
  const id = await buildGoods(ctx);
  goodsId = String(id);
  await stockUp(ctx, id, 400);
  await fund(ctx, BigInt(data.user.id), 1_000_000_000n);
  const opening = Array.from({ length: STREAMS }, (_, i) => openStream(i, `visitor-${i % 16}`));
  streams.push(...(await Promise.all(opening)));
}, LONG);

afterAll(async () => {
  if (!isRunnable) return;
  streams.forEach((stream) => stream.close());
  expect(await shop?.stop()).toEqual([0, 0]);
}, LONG);

test.runIf(isRunnable)('visitors are counted over both processes', async () => {
  await expect.poll(() => countOnline(0)).toBe(16);
  await expect.poll(() => countOnline(1)).toBe(16);
});

test.runIf(isRunnable)('orders at both processes reach every stream once, in one order', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => order(i)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const numbers = answers.map(({ data }) => data.order_no as string);
  await expect.poll(() => streams.every((stream) => stream.eventsOf('order').length >= 30)).toBe(true);
  const [first = [], ...others] = streams.map((stream) => stream.eventsOf('order'));
  expect(first).toHaveLength(30);
  expect(new Set(first.map(numberIn))).toEqual(new Set(numbers));
  for (const heard of others) expect(heard).toEqual(first);
  for (const stream of streams)
    await expect.poll(() => stream.eventsOf('balance').at(-1)).toContain('"970.00"');
});

test.runIf(isRunnable)('one key at both processes is one order', async () => {
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => order(i, key)));
  expect(new Set(answers.map(({ data }) => data.order_no)).size).toBe(1);
  const { rows } = await shop.pool.query('select 1 from orders where idempotency_key = $1', [key]);
  expect(rows).toHaveLength(1);
});

test.runIf(isRunnable)('a limit holds over both processes', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  const tries = Array.from({ length: 50 }, (_, i) =>
    call(i, 'POST', '/api/auth/password/code', { body: {}, headers }),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
});

test.runIf(isRunnable)(
  'a process without VALKEY_URL does not start beside others',
  { timeout: LONG },
  async () => {
    const { code, message } = await shop.tryStart({ VALKEY_URL: '' });
    expect(code).toBe(1);
    expect(message).toContain('Several need VALKEY_URL');
    expect(message).not.toMatch(/^\s+at /m);
  },
);

test.runIf(isRunnable)(
  'a process that is killed takes its own visitors only, and a stream catches up at the other',
  { timeout: LONG },
  async () => {
    await shop.kill(0);
    await expect.poll(() => streams.filter((stream) => !stream.isOpen()).length).toBe(STREAMS / 2);
    // Streams of the other process alone: visitors 1, 3, 5 …; the dead one's are forgotten.
    await expect.poll(() => countOnline(1)).toBe(8);

    const cut = streams.find((stream) => !stream.isOpen())!;
    const lastId = /^id: (.*)$/m.exec(cut.eventsOf('order').at(-1)!)![1]!;
    const { data } = await order(1);
    await shop.restart(0);
    for (const at of [0, 1]) {
      const back = await openStream(at, 'back-again', lastId);
      streams.push(back);
      await expect.poll(() => back.eventsOf('order').map(numberIn)).toEqual([data.order_no]);
    }
  },
);

test.runIf(isRunnable)(
  'without Valkey orders go on and pages are told to ask; afterwards all is as before',
  { timeout: LONG },
  async () => {
    await shop.valkey.kill();
    await expect.poll(() => streams.some((stream) => stream.isOpen())).toBe(false);
    const answers = await Promise.all([order(0), order(1)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await expect(openStream(0, 'asking-again')).rejects.toThrow('503');
    await shop.valkey.restart();
    let watching: LiveStream | undefined;
    const open = () =>
      openStream(0, 'watching')
        .then((stream) => (watching = stream))
        .catch(() => undefined);
    await expect.poll(open).toBeDefined();
    streams.push(watching!);
    const { data } = await order(1);
    await expect.poll(() => watching!.eventsOf('order').map(numberIn)).toContain(data.order_no);
  },
);
