import { DAY_MS } from '../../platform/clock.ts';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { composeEvents } from '../../compose/compose.ts';
import type { Ctx } from '../../platform/context.ts';
import { createDb, createPool } from '../../platform/db/db.ts';
import type { LiveMessage } from '../../platform/live.ts';
import { buildBuyer, buildGoods, stockUp, type TestBuyer } from '../../testing/build.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { placeOrder } from '../orders/placing/place-order.ts';
import { LiveFiguresCache, readMidnight } from './live-figures.ts';

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
  expect(latest_orders[0]!.created_at).toBe(ctx.clock.now().toISOString());
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
