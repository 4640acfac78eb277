import { randomUUID } from 'node:crypto';
import { errors, type StandingOrder } from '@portside/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../platform/clock.ts';
import type { Ctx } from '../../../platform/context.ts';
import { bearer, createTestShop } from '../../../testing/app.ts';
import { buildBuyer, buildGoods, fund, stockUp, type TestBuyer } from '../../../testing/build.ts';
import { createWorld, isOnPostgres } from '../../../testing/world.ts';
import { setUserStatus } from '../../users/index.ts';
import { placeOrder } from '../index.ts';
import { placeStandingOrders } from './place-standing-orders.ts';
import { cancelStandingOrder, createStandingOrder, listStandingOrders, partKey } from './standing-orders.ts';

const USDT = 1_000_000n;
const shop = await createTestShop();
const { ctx, clock } = shop;

// Those of earlier tests are over.
beforeEach(async () => {
  await ctx.db.updateTable('standing_orders').set({ state: 'cancelled', placing_since: null }).execute();
});

type Wanted = { goodsId: bigint; quantity: number; price?: string; days?: number };

const stand = (
  buyer: TestBuyer,
  { goodsId, quantity, price = '1', days = 30 }: Wanted,
  key: string = randomUUID(),
) =>
  createStandingOrder(buyer.ctx, {
    body: { goods_id: String(goodsId), quantity, gender: 'random', most_price: price, days },
    idempotencyKey: key,
  });

/** Until nothing is left to do at this moment. */
async function runAll(by: Ctx = ctx): Promise<void> {
  while ((await placeStandingOrders(by)).more);
}

const own = async (buyer: TestBuyer): Promise<StandingOrder> =>
  (await listStandingOrders(buyer.ctx, { query: { limit: 1 } })).items[0]!;

const ordersOf = ({ id }: TestBuyer) =>
  ctx.db
    .selectFrom('orders')
    .select(['quantity', 'total_micro', 'idempotency_key', 'order_no'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute();

const bought = async (buyer: TestBuyer): Promise<number> =>
  (await ordersOf(buyer)).reduce((sum, { quantity }) => sum + quantity, 0);

test('who asked first is served first, as stock comes, and the rest stays standing', async () => {
  const goodsId = await buildGoods(ctx);
  const [first, second] = [await buildBuyer(ctx, 100n * USDT), await buildBuyer(ctx, 100n * USDT)];
  await stand(first, { goodsId, quantity: 5 });
  await stand(second, { goodsId, quantity: 5 });
  await runAll();
  expect(await own(first)).toMatchObject({ state: 'active', bought: 0, waits_for: null, order_nos: [] });

  await stockUp(ctx, goodsId, 7);
  await runAll();
  expect(await own(first)).toMatchObject({ state: 'done', bought: 5 });
  expect(await own(second)).toMatchObject({ state: 'active', bought: 2, waits_for: null });

  clock.advance(MINUTE_MS);
  await stockUp(ctx, goodsId, 10);
  await runAll();
  const done = await own(second);
  expect(done).toMatchObject({ state: 'done', bought: 5, quantity: 5 });
  const orders = await ordersOf(second);
  expect(orders.map(({ quantity }) => quantity)).toEqual([2, 3]);
  expect(done.order_nos).toEqual(orders.map((order) => order.order_no).toReversed());
});

test('each order is told on the page, and another one at the end', async () => {
  const goodsId = await buildGoods(ctx, { name: { en: 'Harbour mail' } });
  const user = await shop.register();
  await fund(ctx, BigInt(user.id), 10n * USDT);
  const body = { goods_id: String(goodsId), quantity: 3, most_price: '1', days: 1 };
  const made = await shop.call('POST', '/api/standing-orders', body, bearer(user.token));
  expect(made.data).toMatchObject({ state: 'active', goods_name: 'Harbour mail', most_price: '1' });
  await stockUp(ctx, goodsId, 2);
  await runAll();
  clock.advance(DAY_MS);
  await runAll();
  const { items } = (await shop.call('GET', '/api/notices', undefined, bearer(user.token))).data;
  expect(items).toMatchObject([
    { event: 'standingOrderEnded', lines: [expect.stringContaining('It bought 2 of 3.')] },
    { event: 'standingOrderPlaced', title: 'Standing order: 2 accounts bought' },
  ]);
  const listed = await shop.call('GET', '/api/standing-orders?state=ended', undefined, bearer(user.token));
  expect(listed.data.items).toMatchObject([{ bought: 2, state: 'ended' }]);
  await stockUp(ctx, goodsId, 2);
  await runAll();
  expect(await bought({ id: BigInt(user.id) } as TestBuyer)).toBe(2);
});

test('no more is paid than the balance has, nor than the price that was named, by the buyer’s own quote', async () => {
  const goodsId = await buildGoods(ctx, {
    price_micro: 2n * USDT,
    tiers: [{ minQuantity: 5, priceMicro: 1n * USDT }],
  });
  const [none, poor] = [await buildBuyer(ctx), await buildBuyer(ctx, 3n * USDT)];
  const thrifty = await buildBuyer(ctx, 100n * USDT);
  await stand(none, { goodsId, quantity: 5 });
  await stand(poor, { goodsId, quantity: 5, price: '2' });
  await stand(thrifty, { goodsId, quantity: 5, price: '1.5' });
  await stockUp(ctx, goodsId, 4);
  await runAll();
  // One at 2 is all that 3 USDT buy, though five would be cheaper each.
  expect((await ordersOf(poor)).map((order) => order.total_micro)).toEqual([2n * USDT]);
  expect(await own(thrifty)).toMatchObject({ bought: 0, waits_for: errors.priceChanged.code });
  // The price of a tier would tell whoever pays nothing how much there is.
  expect(await own(none)).toMatchObject({ waits_for: errors.balanceTooLow.code });

  await stockUp(ctx, goodsId, 4);
  clock.advance(MINUTE_MS);
  await runAll();
  expect(await own(poor)).toMatchObject({ bought: 1, waits_for: errors.balanceTooLow.code });
  expect((await ordersOf(thrifty)).map((order) => order.total_micro)).toEqual([5n * USDT]);

  await fund(ctx, poor.id, 100n * USDT);
  clock.advance(MINUTE_MS);
  await runAll();
  expect(await bought(poor)).toBe(3);
});

test('limits per buyer hold, and a buyer who is blocked has none any more', async () => {
  const goodsId = await buildGoods(ctx);
  await ctx.db.updateTable('goods').set({ most_per_buyer: 3 }).where('id', '=', goodsId).execute();
  const [greedy, blocked] = [await buildBuyer(ctx, 100n * USDT), await buildBuyer(ctx, 100n * USDT)];
  await stand(blocked, { goodsId, quantity: 2 });
  await stand(greedy, { goodsId, quantity: 5 });
  await setUserStatus(ctx, blocked.id, 'frozen');
  await stockUp(ctx, goodsId, 10);
  await runAll();
  expect(await bought(greedy)).toBe(3);
  expect(await bought(blocked)).toBe(0);
  clock.advance(MINUTE_MS);
  await runAll();
  expect(await own(greedy)).toMatchObject({ state: 'active', waits_for: errors.buyerLimitReached.code });
  await setUserStatus(ctx, blocked.id, 'active');
  await runAll();
  expect(await own(blocked)).toMatchObject({ state: 'cancelled', bought: 0 });
});

test('what is left below the product’s smallest order ends it', async () => {
  const goodsId = await buildGoods(ctx, { min_quantity: 3 });
  const buyer = await buildBuyer(ctx, 100n * USDT);
  await expect(stand(buyer, { goodsId, quantity: 2 })).rejects.toMatchObject({
    reason: 'quantityOutOfRange',
  });
  await stand(buyer, { goodsId, quantity: 5 });
  await stockUp(ctx, goodsId, 2);
  await runAll();
  expect(await own(buyer)).toMatchObject({ state: 'active', bought: 0, waits_for: null });
  clock.advance(MINUTE_MS);
  await stockUp(ctx, goodsId, 1);
  await runAll();
  clock.advance(MINUTE_MS);
  await stockUp(ctx, goodsId, 5);
  await runAll();
  expect(await own(buyer)).toMatchObject({ state: 'done', bought: 3 });
  expect(await endings(buyer)).toMatchObject([{ facts: { bought: 3, quantity: 5 } }]);
});

const endings = ({ id }: TestBuyer) =>
  ctx.db
    .selectFrom('notices')
    .select('facts')
    .where('user_id', '=', id)
    .where('event', '=', 'standingOrderEnded')
    .execute();

/** Runs once with something happening between what was read and what is ordered or released. */
async function runWhile(happens: () => Promise<unknown>): Promise<void> {
  let counts = 0;
  const counting = new Set<unknown>();
  const db = ctx.db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      const isCount = node.kind === 'RawNode' && node.sqlFragments.join('').includes('from stock_ranges');
      if (isCount && (counts += 1) === 2) counting.add(queryId);
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      if (counting.has(queryId)) await happens();
      return result;
    },
  });
  await placeStandingOrders({ ...ctx, db });
  expect(counting.size).toBe(1);
}

test('one that is cancelled while it is looked at stays so, and only too little that is left ends one', async () => {
  const goodsId = await buildGoods(ctx);
  const buyer = await buildBuyer(ctx, 100n * USDT);
  const setLeast = (least: number) =>
    ctx.db.updateTable('goods').set({ min_quantity: least }).where('id', '=', goodsId).execute();
  const { id } = await stand(buyer, { goodsId, quantity: 5 });
  await stockUp(ctx, goodsId, 3);
  await runAll();
  await stockUp(ctx, goodsId, 9);
  clock.advance(MINUTE_MS);
  // The order is refused by what the product asks for at that moment.
  await runWhile(() => setLeast(3));
  const wrong = errors.quantityOutOfRange.code;
  expect(await own(buyer)).toMatchObject({ state: 'active', bought: 3, waits_for: wrong });
  clock.advance(MINUTE_MS);
  await runWhile(() => cancelStandingOrder(buyer.ctx, { params: { id } }));
  expect(await own(buyer)).toMatchObject({ state: 'cancelled', bought: 3, waits_for: null });
  expect(await endings(buyer)).toEqual([]);
  const held = sql`select from standing_orders where placing_since is not null`;
  expect((await held.execute(ctx.db)).rows).toEqual([]);
});

test('nothing is bought after the day, though a process died with it', async () => {
  const goodsId = await buildGoods(ctx);
  const buyer = await buildBuyer(ctx, 100n * USDT);
  const { id } = await stand(buyer, { goodsId, quantity: 1, days: 1 });
  const mark = { placing_since: clock.now() };
  await ctx.db.updateTable('standing_orders').set(mark).where('id', '=', BigInt(id)).execute();
  clock.advance(DAY_MS);
  await stockUp(ctx, goodsId, 1);
  await runAll();
  await runAll();
  expect(await own(buyer)).toMatchObject({ state: 'ended', bought: 0 });
});

test('a buyer is not given the link of a product that they see no more', async () => {
  const goodsId = await buildGoods(ctx, { name: { en: 'Harbour mail' } });
  const buyer = await buildBuyer(ctx, 10n * USDT);
  await stand(buyer, { goodsId, quantity: 1, days: 1 });
  expect((await own(buyer)).path).toBe(`/product/${goodsId}-harbour-mail`);
  const link_key = randomUUID().replaceAll('-', '');
  const hidden = { visibility: 'link', link_key } as const;
  await ctx.db.updateTable('goods').set(hidden).where('id', '=', goodsId).execute();
  expect((await own(buyer)).path).toBe(`/product/${goodsId}`);
  clock.advance(DAY_MS);
  await runAll();
  expect(await endings(buyer)).toMatchObject([{ facts: { path: `/product/${goodsId}` } }]);
  const guest = await buildBuyer(ctx, 10n * USDT);
  const body = {
    goods_id: String(goodsId),
    quantity: 1,
    gender: 'random',
    most_price: '1',
    days: 1,
  } as const;
  await createStandingOrder(guest.ctx, { body: { ...body, link_key }, idempotencyKey: 'by link' });
  expect((await own(guest)).path).toBe(`/product/${goodsId}-${link_key}`);
  const other = { body: { ...body, link_key: '0'.repeat(32) }, idempotencyKey: 'by link' };
  await expect(createStandingOrder(guest.ctx, other)).rejects.toMatchObject({ reason: 'keyReused' });
});

test('a buyer’s second one waits for the first, and nobody else does but who is behind it', async () => {
  const [first, second, third] = [await buildGoods(ctx), await buildGoods(ctx), await buildGoods(ctx)];
  const [greedy, behind, beside] = [await buildBuyer(ctx), await buildBuyer(ctx), await buildBuyer(ctx)];
  for (const { id } of [greedy, behind, beside]) await fund(ctx, id, 10n * USDT);
  await stand(greedy, { goodsId: first, quantity: 1 });
  await stand(greedy, { goodsId: second, quantity: 1 });
  await stand(behind, { goodsId: second, quantity: 1 });
  await stand(beside, { goodsId: third, quantity: 1 });
  for (const goodsId of [first, second, third]) await stockUp(ctx, goodsId, 1);
  await placeStandingOrders(ctx);
  expect(await Promise.all([greedy, behind, beside].map(bought))).toEqual([1, 0, 1]);
  await runAll();
  expect(await Promise.all([greedy, behind, beside].map(bought))).toEqual([2, 0, 1]);
});

test(
  'who has waited longest is looked at first, however many were made before',
  { timeout: 60_000 },
  async () => {
    const [popular, rare] = [await buildGoods(ctx), await buildGoods(ctx)];
    for (let count = 0; count < 100; count += 1)
      await stand(await buildBuyer(ctx), { goodsId: popular, quantity: 1 });
    const patient = await buildBuyer(ctx, 10n * USDT);
    const { id } = await stand(patient, { goodsId: rare, quantity: 1 });
    const longAgo = { try_at: new Date(clock.now().getTime() - SECOND_MS) };
    await ctx.db.updateTable('standing_orders').set(longAgo).where('id', '=', BigInt(id)).execute();
    for (const goodsId of [popular, rare]) await stockUp(ctx, goodsId, 1);
    await placeStandingOrders(ctx);
    expect(await bought(patient)).toBe(1);
  },
);

test('one at a time of a product, under a key once, cancelled by its owner only', async () => {
  const goodsId = await buildGoods(ctx);
  const [buyer, other] = [await buildBuyer(ctx, 10n * USDT), await buildBuyer(ctx, 10n * USDT)];
  const made = await stand(buyer, { goodsId, quantity: 3 }, 'key');
  expect(await stand(buyer, { goodsId, quantity: 3 }, 'key')).toEqual(made);
  for (const other of [{ quantity: 4 }, { quantity: 3, days: 31 }])
    await expect(stand(buyer, { goodsId, ...other }, 'key')).rejects.toMatchObject({ reason: 'keyReused' });
  await expect(stand(buyer, { goodsId, quantity: 4 })).rejects.toMatchObject({ reason: 'standingOrderOpen' });
  const cancel = (by: TestBuyer) => cancelStandingOrder(by.ctx, { params: { id: made.id } });
  await expect(cancel(other)).rejects.toMatchObject({ reason: 'notFound' });
  expect(await cancel(buyer)).toMatchObject({ state: 'cancelled' });
  await stockUp(ctx, goodsId, 3);
  await runAll();
  expect(await bought(buyer)).toBe(0);
  expect(await cancel(buyer)).toMatchObject({ state: 'cancelled' });
  expect(await stand(buyer, { goodsId, quantity: 4 })).toMatchObject({ state: 'active' });
});

test('what is not for the buyer cannot be waited for, and what is no longer is not bought', async () => {
  const goodsId = await buildGoods(ctx);
  const setVisibility = (visibility: 'hidden' | 'everybody') =>
    ctx.db.updateTable('goods').set({ visibility }).where('id', '=', goodsId).execute();
  const buyer = await buildBuyer(ctx, 10n * USDT);
  await setVisibility('hidden');
  await expect(stand(buyer, { goodsId, quantity: 1 })).rejects.toMatchObject({ reason: 'notFound' });
  await setVisibility('everybody');
  await stand(buyer, { goodsId, quantity: 1 });
  await setVisibility('hidden');
  await stockUp(ctx, goodsId, 1);
  await runAll();
  expect(await own(buyer)).toMatchObject({ bought: 0, waits_for: errors.notOnSale.code });
});

test('an order whose process died before it was counted is counted once, and none is placed again', async () => {
  const goodsId = await buildGoods(ctx);
  const buyer = await buildBuyer(ctx, 100n * USDT);
  const made = await stand(buyer, { goodsId, quantity: 4 });
  await stockUp(ctx, goodsId, 9);
  // As a process does until it dies: the request is claimed, and the order placed.
  const id = BigInt(made.id);
  const mark = { placing_since: clock.now() };
  await ctx.db.updateTable('standing_orders').set(mark).where('id', '=', id).execute();
  await placeOrder(buyer.ctx, {
    body: { goods_id: String(goodsId), quantity: 3, gender: 'random', total_amount: '3' },
    idempotencyKey: partKey(id, 0),
  });
  await runAll();
  expect(await own(buyer)).toMatchObject({ state: 'done', bought: 4 });
  expect((await ordersOf(buyer)).map(({ quantity }) => quantity)).toEqual([3, 1]);
});

test('one that was claimed by a process that died is served a minute later, and nobody overtakes it', async () => {
  const goodsId = await buildGoods(ctx);
  const [first, second] = [await buildBuyer(ctx, 100n * USDT), await buildBuyer(ctx, 100n * USDT)];
  const made = await stand(first, { goodsId, quantity: 1 });
  await stand(second, { goodsId, quantity: 1 });
  const mark = { placing_since: clock.now() };
  await ctx.db.updateTable('standing_orders').set(mark).where('id', '=', BigInt(made.id)).execute();
  await stockUp(ctx, goodsId, 1);
  await runAll();
  // Its process may be at work on it still.
  expect([await bought(first), await bought(second)]).toEqual([0, 0]);
  clock.advance(MINUTE_MS);
  await runAll();
  expect([await bought(first), await bought(second)]).toEqual([1, 0]);
});

const RACING = isOnPostgres ? 120 : 24;

test('two processes at once place none twice and let nobody overtake', { timeout: 60_000 }, async () => {
  const goodsId = await buildGoods(ctx);
  const buyers: TestBuyer[] = [];
  for (let count = 0; count < RACING; count += 1) {
    const buyer = await buildBuyer(ctx, 100n * USDT);
    await stand(buyer, { goodsId, quantity: 3 });
    buyers.push(buyer);
  }
  // A handle of its own has an order queue of its own, as another process does.
  const other = (await createWorld()).ctx;
  const stock = RACING * 2 + 1;
  const runs = Array.from({ length: 6 }, async (_, at) => {
    for (let round = 0; round < 6; round += 1) await runAll(at % 2 === 0 ? ctx : other);
  });
  await stockUp(ctx, goodsId, stock);
  await Promise.all(runs);
  await runAll();
  const counts = await Promise.all(buyers.map(bought));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(stock);
  const full = Math.floor(stock / 3);
  expect(counts.slice(0, full).every((count) => count === 3)).toBe(true);
  const { rows } = await sql<{ wrong: number }>`
    select count(*)::int as wrong from standing_orders standing
    where goods_id = ${goodsId} and bought <> (
      select coalesce(sum(quantity), 0) from orders
      where orders.user_id = standing.user_id and goods_id = ${goodsId})`.execute(ctx.db);
  expect(rows[0]!.wrong).toBe(0);
  const notices = await ctx.db
    .selectFrom('notices')
    .select('user_id')
    .where('event', '=', 'standingOrderPlaced')
    .where(
      'user_id',
      'in',
      buyers.map(({ id }) => id),
    )
    .execute();
  const orders = await Promise.all(buyers.map(ordersOf));
  expect(notices).toHaveLength(orders.flat().length);
});
