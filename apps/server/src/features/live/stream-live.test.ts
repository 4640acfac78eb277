import type { LiveEvents } from '@portside/contract';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventSource } from 'eventsource';
import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { composeEvents } from '../../compose/compose.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { createDb, createPool } from '../../platform/db/db.ts';
import type { LiveMessage } from '../../platform/live.ts';
import { bearer, createTestShop, type TestShop } from '../../testing/app.ts';
import { buildBuyer, buildGoods, stockUp, type TestBuyer } from '../../testing/build.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { placeOrder } from '../orders/placing/place-order.ts';
import { setUserStatus } from '../users/index.ts';
import { LiveFiguresCache, readMidnight } from './live-figures.ts';

describe('the live stream', () => {
  let shop: TestShop;
  let base: string;
  const sources: EventSource[] = [];
  beforeAll(async () => {
    shop = await createTestShop();
    await shop.app.http.listen({ host: '127.0.0.1', port: 0 });
    base = `http://127.0.0.1:${(shop.app.http.server.address() as AddressInfo).port}`;
  });
  afterEach(() => sources.splice(0).forEach((source) => source.close()));
  afterAll(() => shop.app.stop());

  type Stream = {
    readonly source: EventSource;
    readonly events: { name: string; data: unknown }[];
    next<N extends keyof LiveEvents>(name: N): Promise<LiveEvents[N]>;
  };

  /** A stream as a page opens it, with everything it heard. */
  function open(token: string | null, visitor: string): Stream {
    const source = new EventSource(`${base}/api/live?visitor=${visitor}`, {
      fetch: (url, init) =>
        fetch(url, { ...init, headers: { ...init.headers, ...(token && bearer(token)) } }),
    });
    sources.push(source);
    const events: Stream['events'] = [];
    for (const name of ['figures', 'balance', 'order', 'session']) {
      source.addEventListener(
        name,
        (event) => void events.push({ name, data: JSON.parse(event.data as string) }),
      );
    }
    const next: Stream['next'] = async (name) => {
      const count = events.filter((event) => event.name === name).length;
      const later = () => events.filter((event) => event.name === name)[count];
      await expect.poll(later, { interval: 5 }).toBeDefined();
      return later()!.data as never;
    };
    return { source, events, next };
  }

  const publish = (userId: string, order_no: string): void =>
    shop.app.systemCtx('test').live.publish({ to: BigInt(userId), name: 'order', data: { order_no } });

  test('a visitor receives the figures; a user also receives their own changes', async () => {
    const { token } = await shop.register();
    const visitor = open(null, 'visitor-1');
    expect(await visitor.next('figures')).toMatchObject({ online_users: 1 });
    const user = open(token, 'visitor-2');
    expect(await user.next('balance')).toEqual({ balance: '0.00' });
    expect(user.events[0]).toMatchObject({ name: 'figures', data: { online_users: 2 } });
    expect(visitor.events.filter(({ name }) => name === 'balance')).toEqual([]);
  });

  test('own changes reach every stream of the user and no other', async () => {
    const [ann, bob] = [await shop.register(), await shop.register()];
    const streams = [open(ann.token, 'ann-home'), open(ann.token, 'ann-work'), open(bob.token, 'bob-home')];
    await Promise.all(streams.map((stream) => stream.next('balance')));
    publish(ann.id, 'A1');
    await Promise.all([streams[0]!.next('order'), streams[1]!.next('order')]);
    publish(bob.id, 'B1');
    expect(await streams[2]!.next('order')).toEqual({ order_no: 'B1' });
  });

  test.each(['logout', 'password change', 'freeze'])('the stream ends with its session: %s', async (end) => {
    const ann = await shop.register();
    const [here, bystander] = [open(ann.token, 'ann-home'), open(null, 'bystander')];
    await Promise.all([here.next('balance'), bystander.next('figures')]);
    const told = here.next('session');
    const closed = new Promise((resolve) => here.source.addEventListener('error', resolve));
    if (end === 'logout') await shop.call('POST', '/api/auth/logout', undefined, bearer(ann.token));
    if (end === 'freeze') await setUserStatus(shop.app.systemCtx('test'), BigInt(ann.id), 'frozen');
    if (end === 'password change') {
      const change = { old_password: 'harbour-9', password: 'harbour-10' };
      await shop.call('PUT', '/api/auth/password', change, bearer(ann.token));
    }
    expect(await told).toEqual({});
    await closed;
    expect(bystander.events.some(({ name }) => name === 'session')).toBe(false);
  });

  test('logging out elsewhere leaves this stream open', async () => {
    const ann = await shop.register();
    const login = { username: ann.username, password: 'harbour-9' };
    const { data } = await shop.call('POST', '/api/auth/login', login);
    const here = open(ann.token, 'ann-home');
    await here.next('balance');
    await shop.call('POST', '/api/auth/logout', undefined, bearer(data.token));
    publish(ann.id, 'A1');
    expect(await here.next('order')).toEqual({ order_no: 'A1' });
    expect(here.events.some(({ name }) => name === 'session')).toBe(false);
  });

  test('what was rolled back is never published', async () => {
    const ann = await shop.register();
    const here = open(ann.token, 'ann-home');
    await here.next('balance');
    const step = inTransaction(shop.app.systemCtx('test'), async ({ live }) => {
      live.publish({ to: BigInt(ann.id), name: 'order', data: { order_no: 'UNDONE' } });
      throw new Error('no');
    });
    await expect(step).rejects.toThrow('no');
    publish(ann.id, 'DONE');
    expect(await here.next('order')).toEqual({ order_no: 'DONE' });
  });

  /** The raw answer, until the first event has come. */
  async function ask(headers: Record<string, string>) {
    return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>(
      (resolve) => {
        const request = get(`${base}/api/live`, { headers }, (answer) => {
          answer.once('data', (chunk: Buffer) => {
            resolve({ status: answer.statusCode!, headers: answer.headers, text: chunk.toString() });
            request.destroy();
          });
        });
      },
    );
  }

  test('the stream is neither compressed nor cached, and keeps its security headers', async () => {
    const { status, headers, text } = await ask({ 'accept-encoding': 'br, gzip' });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/event-stream/) as unknown,
      'cache-control': expect.stringContaining('no-') as unknown,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'") as unknown,
    });
    expect(headers['content-encoding']).toBeUndefined();
    expect(text).toContain('event: figures');
  });

  test("a frozen user's stream is refused like any of their calls; an expired token gets a visitor's stream", async () => {
    const ann = await shop.register();
    await setUserStatus(shop.app.systemCtx('test'), BigInt(ann.id), 'frozen');
    const frozen = await ask(bearer(ann.token));
    expect([frozen.status, JSON.parse(frozen.text).code]).toEqual([403, 200002]);
    expect((await ask(bearer('stale'))).status).toBe(200);
  });

  test('an interrupted stream catches up', async () => {
    const ann = await shop.register();
    const here = open(ann.token, 'ann-home');
    await here.next('balance');
    const seen = new Promise<string>((resolve) => {
      here.source.addEventListener('order', (event) => resolve(event.lastEventId));
    });
    publish(ann.id, 'A1');
    const lastEventId = await seen;
    here.source.close();
    publish(ann.id, 'A2');
    const { text } = await ask({ ...bearer(ann.token), 'last-event-id': lastEventId });
    expect(text).toContain('A2');
    expect(text).not.toContain('A1');
  });

  test("a page's first stream brings what happened since a moment before it", async () => {
    const ann = await shop.register();
    const askedAt = Date.now();
    await sleep(5);
    publish(ann.id, 'B1');
    const { text } = await ask({ ...bearer(ann.token), 'last-event-id': `${askedAt}-0` });
    expect(text).toContain('B1');
    expect((await ask(bearer(ann.token))).text).not.toContain('B1');
  });

  test('a closed stream is no longer counted', async () => {
    const watching = open(null, 'watching-1');
    await watching.next('figures');
    const leaving = open(null, 'leaving-1');
    const { online_users } = await leaving.next('figures');
    leaving.source.close();
    const count = async () => (await shop.call('GET', '/api/live-figures')).data.online_users as number;
    await expect.poll(count).toBe(online_users - 1);
  });

  test('a stop ends the streams and finishes pending answers', async () => {
    const stopping = await createTestShop();
    const { http } = stopping.app;
    await http.listen({ host: '127.0.0.1', port: 0 });
    const { port } = http.server.address() as AddressInfo;
    const stream = await fetch(`http://127.0.0.1:${port}/api/live`);
    const arrived = once(http.server, 'request');
    const wrong = JSON.stringify({ username: 'nobody-at-all', password: 'wrong-one' });
    const answering = fetch(`http://127.0.0.1:${port}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: wrong,
    });
    await arrived;
    const stopped = stopping.app.stop();
    expect((await answering).status).toBe(401);
    expect(await stream.text()).toContain('event: figures');
    await stopped;
    expect(stopping.live.countStreams()).toBe(0);
  });
});

describe('live figures', () => {
  let world: World;
  let ctx: Ctx;
  let cache: LiveFiguresCache;
  beforeEach(async () => {
    world = await createWorld();
    cache = new LiveFiguresCache(world.live);
    ctx = { ...world.ctx, events: composeEvents(cache) };
  });

  async function stockShop(): Promise<{ buyer: TestBuyer; goodsId: bigint }> {
    const goodsId = await buildGoods(ctx);
    await stockUp(ctx, goodsId, 20);
    return { buyer: await buildBuyer(ctx, 1_000_000_000n), goodsId };
  }

  const buy = (buyer: TestBuyer, goodsId: bigint, quantity: number) =>
    placeOrder(buyer.ctx, {
      body: { goods_id: String(goodsId), quantity, gender: 'random' },
      idempotencyKey: randomUUID(),
    });

  function watch(): LiveMessage[] {
    const heard: LiveMessage[] = [];
    const who = { userId: null, sessionId: null, visitorId: randomUUID(), address: '203.0.113.1' };
    void world.live.join({ ...who, send: (message) => void heard.push(message), end: () => undefined });
    return heard;
  }

  test('accounts are counted, not orders, as soon as the order is acknowledged', async () => {
    const { buyer, goodsId } = await stockShop();
    const { accounts_sold_today: before } = await cache.read(ctx);
    await buy(buyer, goodsId, 3);
    expect((await cache.read(ctx)).accounts_sold_today).toBe(before + 3);
    await buy(buyer, goodsId, 2);
    expect((await cache.read(ctx)).accounts_sold_today).toBe(before + 5);
  });

  test('the ten newest orders come first, with masked numbers', async () => {
    const { buyer, goodsId } = await stockShop();
    const numbers: string[] = [];
    for (let i = 0; i < 11; i += 1) numbers.push((await buy(buyer, goodsId, 1)).order_no);
    const { latest_orders } = await cache.read(ctx);
    expect(latest_orders).toHaveLength(10);
    const masked = numbers
      .slice(1)
      .toReversed()
      .map((number) => `${number.slice(0, -8)}••••••••`);
    expect(latest_orders.map(({ order_no }) => order_no)).toEqual(masked);
    expect(latest_orders[0]).toMatchObject({
      goods_id: String(goodsId),
      quantity: 1,
      created_at: ctx.clock.now().toISOString(),
    });
  });

  test('an order that failed is not counted', async () => {
    const { buyer, goodsId } = await stockShop();
    const before = await cache.read(ctx);
    await expect(buy(buyer, goodsId, 21)).rejects.toMatchObject({ reason: 'stockTooLow' });
    expect(await cache.read(ctx)).toEqual(before);
  });

  test('a new day starts at zero', async () => {
    const { buyer, goodsId } = await stockShop();
    await buy(buyer, goodsId, 4);
    expect((await cache.read(ctx)).accounts_sold_today).toBeGreaterThanOrEqual(4);
    // Far enough that no other test has sold anything by then.
    world.clock.advance(1_000 * DAY_MS);
    expect((await cache.read(ctx)).accounts_sold_today).toBe(0);
  });

  test.each([
    ['UTC', '2026-11-20T12:00:00Z', '2026-11-20T00:00:00.000Z'],
    ['Asia/Shanghai', '2026-11-20T15:59:59Z', '2026-11-19T16:00:00.000Z'],
    ['Asia/Shanghai', '2026-11-20T16:00:00Z', '2026-11-20T16:00:00.000Z'],
    ['America/Sao_Paulo', '2026-11-20T02:00:00Z', '2026-11-19T03:00:00.000Z'],
    // Clocks went back at three: the day has 25 hours.
    ['Europe/Lisbon', '2026-10-25T23:30:00Z', '2026-10-24T23:00:00.000Z'],
  ])('in %s the day of %s began at %s', async (zone, now, midnight) => {
    expect((await readMidnight(ctx.db, new Date(now), zone)).toISOString()).toBe(midnight);
  });

  test('the database is queried once for concurrent readers, and not at all without a sale', async () => {
    let asked = 0;
    const counting: Ctx = {
      ...ctx,
      db: new Proxy(ctx.db, {
        get: (db, name) => {
          if (name === 'selectFrom') asked += 1;
          const value = Reflect.get(db, name, db) as unknown;
          return typeof value === 'function' ? (value as () => unknown).bind(db) : value;
        },
      }),
    };
    await cache.read(counting);
    const once = asked;
    expect(once).toBeGreaterThan(0);
    await Promise.all(Array.from({ length: 200 }, () => cache.read(counting)));
    expect(asked).toBe(once);
    cache.recordSale();
    await Promise.all(Array.from({ length: 200 }, () => cache.read(counting)));
    expect(asked).toBeLessThanOrEqual(3 * once);
  });

  test('figures are broadcast when they change, and not otherwise', async () => {
    const { buyer, goodsId } = await stockShop();
    const heard = watch();
    await cache.broadcast(ctx);
    await cache.broadcast(ctx);
    expect(heard).toHaveLength(1);
    await buy(buyer, goodsId, 1);
    await cache.broadcast(ctx);
    watch();
    await cache.broadcast(ctx);
    await cache.broadcast(ctx);
    expect(heard.map(({ name }) => name)).toEqual(['figures', 'figures', 'figures']);
    expect(heard.map(({ text }) => /"online_users":(\d+)/.exec(text)?.[1])).toEqual(['1', '1', '2']);
  });

  test('the cache recovers from a failed query', async () => {
    const nowhere = createPool({ host: '127.0.0.1', port: 1 });
    await expect(cache.read({ ...ctx, db: createDb(nowhere) })).rejects.toThrow('ECONNREFUSED');
    expect((await cache.read(ctx)).latest_orders).toBeInstanceOf(Array);
  });
});
