import { randomUUID } from 'node:crypto';
import { errors } from '@portside/contract';
import { pino } from 'pino';
import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../../platform/context.ts';
import { createDb } from '../../../platform/db/db.ts';
import { buildBuyer, buildGoods, stockUp, type TestBuyer } from '../../../testing/build.ts';
import { buildCoupon, buildLevel, buildPriceList, setLevel } from '../../../testing/build-prices.ts';
import { createWorld, isOnPostgres, type World } from '../../../testing/world.ts';
import { findLedgerMismatches, readAvailableMicro } from '../../ledger/index.ts';
import { findOwnOrder, type OrderRow } from '../orders.sql.ts';
import { placeOrder } from './place-order.ts';
import { quoteOrder, quoteOrders } from './quote-order.ts';
import { placeOrders } from './place-orders.ts';

const USDT = 1_000_000n;
const HOUR_MS = 3_600_000;

type Change = { quantity?: number; unit_price?: string; coupon?: string; total_amount?: string };

const buy = (buyer: TestBuyer, goodsId: bigint, change: Change = {}, idempotencyKey: string = randomUUID()) =>
  placeOrder(buyer.ctx, {
    body: { goods_id: String(goodsId), quantity: 1, gender: 'random', ...change },
    idempotencyKey,
  });

const quoteOf = (buyer: TestBuyer, goodsId: bigint, change: Pick<Change, 'quantity' | 'coupon'> = {}) =>
  quoteOrder(buyer.ctx, { body: { goods_id: String(goodsId), quantity: 1, ...change } });

const rowOf = async (buyer: TestBuyer, orderNo: string): Promise<OrderRow> =>
  (await findOwnOrder(buyer.ctx.db, buyer.id, orderNo))!;

let world: World;
let ctx: Ctx;
beforeAll(async () => {
  world = await createWorld();
  ctx = world.ctx;
});

/** A product of 1 USDT, 0.8 from ten on, with 60 in stock, and a buyer with 100 USDT. */
async function open(): Promise<{ goodsId: bigint; buyer: TestBuyer }> {
  const goodsId = await buildGoods(ctx, { tiers: [{ minQuantity: 10, priceMicro: 800_000n }] });
  await stockUp(ctx, goodsId, 60);
  return { goodsId, buyer: await buildBuyer(ctx, 100n * USDT) };
}

test('an order keeps what it was sold by, as the quote had said', async () => {
  const { goodsId, buyer } = await open();
  const levelId = await buildLevel(ctx, { discount_basis_points: 500 });
  expect(await rowOf(buyer, (await buy(buyer, goodsId)).order_no)).toMatchObject({
    unit_price_micro: USDT,
    list_price_micro: USDT,
    price_source: 'list',
    price_source_id: null,
    coupon_id: null,
    discount_micro: 0n,
  });
  const tier = await buy(buyer, goodsId, { quantity: 10 });
  expect(tier).toMatchObject({ unit_price: '0.8', list_price: '1', price_source: 'tier', discount: '0' });

  await setLevel(ctx, buyer.id, levelId);
  expect(await quoteOf(buyer, goodsId)).toMatchObject({
    unit_price: '0.95',
    list_price: '1',
    why: { source: 'level', name: 'Gold', discount_percent: '5' },
    next: { min_quantity: 10, price: '0.76' },
  });
  expect(await rowOf(buyer, (await buy(buyer, goodsId, { unit_price: '0.95' })).order_no)).toMatchObject({
    unit_price_micro: 950_000n,
    price_source: 'level',
    price_source_id: levelId,
  });

  const sale = await buildPriceList(
    ctx,
    'everybody',
    goodsId,
    { 1: 900_000n },
    {
      ends_at: new Date(ctx.clock.now().getTime() + HOUR_MS),
    },
  );
  expect(await quoteOf(buyer, goodsId)).toMatchObject({
    unit_price: '0.9',
    why: { source: 'promotion', name: 'Autumn sale' },
    until: new Date(ctx.clock.now().getTime() + HOUR_MS).toISOString(),
  });
  expect(await rowOf(buyer, (await buy(buyer, goodsId)).order_no)).toMatchObject({
    price_source: 'promotion',
    price_source_id: sale,
  });

  const own = await buildPriceList(ctx, { userId: buyer.id }, goodsId, { 1: 880_000n, 5: 500_000n });
  expect(await rowOf(buyer, (await buy(buyer, goodsId, { quantity: 5 })).order_no)).toMatchObject({
    total_micro: 2_500_000n,
    price_source: 'own',
    price_source_id: own,
  });
  const ofLevel = await buildPriceList(ctx, { levelId }, goodsId, { 1: 700_000n });
  expect(ofLevel).toBeGreaterThan(0n);
  expect(await rowOf(buyer, (await buy(buyer, goodsId)).order_no)).toMatchObject({
    unit_price_micro: 700_000n,
    price_source: 'level',
    price_source_id: levelId,
  });
  // Nobody else has any of that but the promotion.
  const other = await buildBuyer(ctx, 100n * USDT);
  expect(await buy(other, goodsId, { quantity: 5 })).toMatchObject({ unit_price: '0.9' });
  expect(await findLedgerMismatches(ctx.db)).toEqual([]);
});

test('a price that ended since it was seen is refused, and nothing is changed', async () => {
  const { goodsId, buyer } = await open();
  const minute = 60_000;
  const ends_at = new Date(ctx.clock.now().getTime() + minute);
  await buildPriceList(ctx, 'everybody', goodsId, { 1: 500_000n }, { ends_at });
  expect(await quoteOf(buyer, goodsId)).toMatchObject({ unit_price: '0.5', until: ends_at.toISOString() });
  world.clock.advance(minute);
  await expect(buy(buyer, goodsId, { unit_price: '0.5' })).rejects.toMatchObject({ reason: 'priceChanged' });
  expect(await readAvailableMicro(ctx.db, buyer.id)).toBe(100n * USDT);
  await buildPriceList(ctx, 'everybody', goodsId, { 1: 400_000n }, { is_on: false });
  const starts_at = new Date(ctx.clock.now().getTime() + minute);
  await buildPriceList(ctx, 'everybody', goodsId, { 1: 400_000n }, { starts_at });
  expect(await buy(buyer, goodsId, { unit_price: '1' })).toMatchObject({ price_source: 'list' });
});

test('a discount never goes below the floor of a product', async () => {
  const goodsId = await buildGoods(ctx, { floor_micro: 970_000n });
  await stockUp(ctx, goodsId, 9);
  const buyer = await buildBuyer(ctx, 100n * USDT);
  await setLevel(ctx, buyer.id, await buildLevel(ctx, { discount_basis_points: 5_000 }));
  const { code } = await buildCoupon(ctx, { combinable: true, basis_points: 9_000 });
  expect(await buy(buyer, goodsId, { quantity: 2, coupon: code })).toMatchObject({
    unit_price: '0.97',
    total_amount: '1.94',
    discount: '0',
  });
});

test('a coupon makes an order cheaper, and counts a use of it', async () => {
  const { goodsId, buyer } = await open();
  const coupon = await buildCoupon(ctx, {
    kind: 'fixed',
    amount_micro: 500_000n,
    first_order: true,
    per_buyer: 2,
  });
  const body = { goods_id: String(goodsId), quantity: 3, gender: 'random' as const, coupon: coupon.code };
  expect(await quoteOf(buyer, goodsId, { quantity: 3, coupon: coupon.code })).toMatchObject({
    unit_price: '1',
    discount: '0.5',
    total_amount: '2.5',
    coupon: 'applied',
  });
  const order = await placeOrder(buyer.ctx, { body, idempotencyKey: 'with-coupon' });
  expect(order).toMatchObject({ unit_price: '1', discount: '0.5', total_amount: '2.5' });
  expect(await readAvailableMicro(ctx.db, buyer.id)).toBe(97_500_000n);
  const again = await placeOrder(buyer.ctx, { body, idempotencyKey: 'with-coupon' });
  expect(again.order_no).toBe(order.order_no);
  const { coupon: _, ...without } = body;
  await expect(placeOrder(buyer.ctx, { body: without, idempotencyKey: 'with-coupon' })).rejects.toMatchObject(
    { reason: 'keyReused' },
  );
  await expect(buy(buyer, goodsId, { coupon: coupon.code })).rejects.toMatchObject({
    reason: 'couponForFirstOrder',
  });
  const row = await rowOf(buyer, order.order_no);
  expect(await usesOf(coupon.id)).toEqual([
    { order_id: row.id, user_id: buyer.id, discount_micro: 500_000n },
  ]);
  expect(await findLedgerMismatches(ctx.db)).toEqual([]);
});

/** Checks that the coupon counts as many. */
async function usesOf(couponId: bigint) {
  const uses = await ctx.db
    .selectFrom('coupon_uses')
    .select(['order_id', 'user_id', 'discount_micro'])
    .where('coupon_id', '=', couponId)
    .orderBy('order_id')
    .execute();
  const coupon = await ctx.db
    .selectFrom('coupons')
    .select('uses')
    .where('id', '=', couponId)
    .executeTakeFirstOrThrow();
  expect(coupon.uses).toBe(uses.length);
  return uses;
}

test('an order that the coupon does not make cheaper uses none', async () => {
  const { goodsId, buyer } = await open();
  await buildPriceList(ctx, { userId: buyer.id }, goodsId, { 1: 500_000n });
  const { id, code } = await buildCoupon(ctx, { max_uses: 1 });
  expect(await quoteOf(buyer, goodsId, { coupon: code })).toMatchObject({ coupon: 'notCheaper' });
  expect(await buy(buyer, goodsId, { coupon: code })).toMatchObject({ total_amount: '0.5', discount: '0' });
  expect(await usesOf(id)).toEqual([]);
});

test('an order that costs more than was seen with its coupon is refused', async () => {
  const { goodsId, buyer } = await open();
  const { code } = await buildCoupon(ctx, { basis_points: 5_000 });
  expect(await quoteOf(buyer, goodsId, { coupon: code })).toMatchObject({ total_amount: '0.5' });
  const seen = { coupon: code, unit_price: '1', total_amount: '0.5' };
  // Now the coupon takes less off.
  await ctx.db.updateTable('goods').set({ floor_micro: 700_000n }).where('id', '=', goodsId).execute();
  await expect(buy(buyer, goodsId, seen)).rejects.toMatchObject({ reason: 'priceChanged' });
  expect(await readAvailableMicro(ctx.db, buyer.id)).toBe(100n * USDT);
  expect(await buy(buyer, goodsId, { ...seen, total_amount: '0.7' })).toMatchObject({ total_amount: '0.7' });
  expect(await buy(buyer, goodsId, { ...seen, total_amount: '0.9' })).toMatchObject({ total_amount: '0.7' });
});

test('a refused coupon changes nothing, with the same words by quote and order', async () => {
  const { goodsId, buyer } = await open();
  const { id, code } = await buildCoupon(ctx, { min_total_micro: 3_500_000n });
  for (const [coupon, reason, faults] of [
    ['NOSUCHCODE', 'couponUnknown', []],
    [code, 'couponBelowMinimum', [{ field: 'coupon', fault: 'small', limit: 3.5 }]],
  ] as const) {
    await expect(quoteOf(buyer, goodsId, { coupon })).rejects.toMatchObject({ reason, faults });
    await expect(buy(buyer, goodsId, { coupon })).rejects.toMatchObject({ reason, faults });
  }
  expect(await readAvailableMicro(ctx.db, buyer.id)).toBe(100n * USDT);
  expect(await usesOf(id)).toEqual([]);
});

test('a quote beyond what a buyer may have is refused as the order would be', async () => {
  const goodsId = await buildGoods(ctx, { most_per_buyer: 5, most_per_day: 4 });
  await stockUp(ctx, goodsId, 20);
  const buyer = await buildBuyer(ctx, 100n * USDT);
  await buy(buyer, goodsId, { quantity: 3 });
  expect(await quoteOf(buyer, goodsId)).toMatchObject({ total_amount: '1' });
  for (const [quantity, reason] of [
    [2, 'dailyLimitReached'],
    [3, 'buyerLimitReached'],
  ] as const) {
    await expect(quoteOf(buyer, goodsId, { quantity })).rejects.toMatchObject({ reason });
    await expect(buy(buyer, goodsId, { quantity })).rejects.toMatchObject({ reason });
  }
});

/** A cart is quoted, and placed as its quote says: the lines with the coupon first. */
const quoteCart = (buyer: TestBuyer, coupon: string, ...lines: readonly (readonly [bigint, number])[]) =>
  quoteOrders(buyer.ctx, {
    body: { coupon, lines: lines.map(([id, quantity]) => ({ goods_id: String(id), quantity })) },
  });

test('a cart’s coupon is for the lines that it fits, of those first for the dearest, and so it is placed', async () => {
  const { goodsId, buyer } = await open();
  const [dear, other] = [await buildGoods(ctx, { price_micro: 3n * USDT }), await buildGoods(ctx)];
  for (const id of [dear, other]) await stockUp(ctx, id, 9);
  const { code } = await buildCoupon(ctx, { goods_ids: [goodsId, dear], per_buyer: 1 });
  const { lines, total_amount } = await quoteCart(buyer, code, [other, 1], [goodsId, 2], [dear, 1]);
  expect(total_amount).toBe('5.7');
  const refusals = lines.map(({ coupon_refusal: refusal }) => refusal);
  expect(refusals).toEqual([errors.couponNotForProduct.code, errors.couponUsedByBuyer.code, null]);
  expect(lines.map(({ quote }) => quote?.total_amount)).toEqual(['1', '2', '2.7']);
  const gender = 'random' as const;
  const placed = await placeOrders(buyer.ctx, {
    idempotencyKey: randomUUID(),
    body: {
      lines: [
        { goods_id: String(dear), quantity: 1, gender, coupon: code, total_amount: '2.7' },
        { goods_id: String(goodsId), quantity: 2, gender },
      ],
    },
  });
  expect(placed.total_amount).toBe('4.7');
  // Used up for all of them.
  await expect(quoteCart(buyer, code, [dear, 1])).rejects.toMatchObject({ reason: 'couponUsedByBuyer' });
});

test('a cart’s coupon names the minimum that a line does not reach', async () => {
  const { goodsId, buyer } = await open();
  const other = await buildGoods(ctx);
  await stockUp(ctx, other, 9);
  const { code } = await buildCoupon(ctx, { min_total_micro: 2n * USDT });
  const { lines } = await quoteCart(buyer, code, [goodsId, 1], [other, 2]);
  expect(lines.map(({ coupon_min_total: least }) => least)).toEqual(['2', null]);
  const faults = [{ field: 'coupon', fault: 'small', limit: 2 }];
  await expect(quoteCart(buyer, code, [goodsId, 1])).rejects.toMatchObject({ faults });
  const line = { quantity: 1, gender: 'random' as const, coupon: code };
  const placing = placeOrders(buyer.ctx, {
    idempotencyKey: randomUUID(),
    body: { lines: [{ ...line, goods_id: String(goodsId) }] },
  });
  await expect(placing).rejects.toMatchObject({ faults: [{ field: 'lines.0', limit: 2 }] });
});

test('of a cart’s lines that cannot be bought the quote says why; a made-up coupon counts once', async () => {
  const { goodsId, buyer } = await open();
  const limited = await buildGoods(ctx, { most_per_buyer: 2 });
  const { code } = await buildCoupon(ctx, { first_order: true });
  const found = await quoteCart(buyer, code, [limited, 3], [999_999_999n, 1], [goodsId, 1]);
  expect(found).toMatchObject({
    lines: [
      { quote: null, refusal: errors.buyerLimitReached.code },
      { quote: null, refusal: errors.notFound.code },
      { quote: { coupon: 'applied', total_amount: '0.9' }, refusal: null },
    ],
    total_amount: '0.9',
  });
  await expect(quoteCart(buyer, 'MADE-UP', [goodsId, 1], [limited, 1])).rejects.toMatchObject({
    reason: 'couponUnknown',
  });
  const { tries } = await ctx.db
    .selectFrom('code_tries')
    .select('tries')
    .where('user_id', '=', buyer.id)
    .executeTakeFirstOrThrow();
  expect(tries).toBe(1);
});

test('whoever makes up coupons is slowed, by orders and quotes alike', async () => {
  const { goodsId, buyer } = await open();
  const { code } = await buildCoupon(ctx);
  for (let tries = 0; tries < 10; tries += 1) {
    const coupon = `GUESS-${tries}`;
    const asked = tries % 2 === 0 ? quoteOf(buyer, goodsId, { coupon }) : buy(buyer, goodsId, { coupon });
    await expect(asked).rejects.toMatchObject({ reason: 'couponUnknown' });
  }
  await expect(quoteOf(buyer, goodsId, { coupon: code })).rejects.toMatchObject({ reason: 'tooManyTries' });
  await expect(buy(buyer, goodsId, { coupon: code })).rejects.toMatchObject({ reason: 'tooManyTries' });
  expect(await buy(buyer, goodsId)).toMatchObject({ discount: '0' });
  world.clock.advance(15 * 60_000);
  expect(await buy(buyer, goodsId, { coupon: code })).toMatchObject({ discount: '0.1' });
});

test('of quotes at once each counts the guesses before it', async () => {
  const { goodsId, buyer } = await open();
  const guesses = Array.from({ length: 12 }, (_, index) =>
    quoteOf(buyer, goodsId, { coupon: `AT-ONCE-${index}` }),
  );
  const told = (await Promise.allSettled(guesses)).map(
    (one) => one.status === 'rejected' && one.reason.reason,
  );
  expect(told.filter((reason) => reason === 'couponUnknown')).toHaveLength(10);
  expect(told.filter((reason) => reason === 'tooManyTries')).toHaveLength(2);
});

test('64 buyers on a coupon with ten uses, by two processes: exactly ten', async () => {
  const goodsIds = [await buildGoods(ctx), await buildGoods(ctx)];
  for (const goodsId of goodsIds) await stockUp(ctx, goodsId, 64);
  const { id, code } = await buildCoupon(ctx, { max_uses: 10, per_buyer: 1 });
  const warnings: string[] = [];
  const processLog = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) });
  const processes = [1, 2].map(() => ({ db: createDb(world.pool), processLog }));
  const buyers = await Promise.all(Array.from({ length: 64 }, () => buildBuyer(ctx, 10n * USDT)));
  const letGo = isOnPostgres ? await holdCoupon(id) : () => Promise.resolve();
  const asked = Promise.allSettled(
    buyers.map((buyer, index) => {
      const own = { ...buyer, ctx: { ...buyer.ctx, ...processes[index % 2]! } };
      // Each process sells another product: they share no stock, only the coupon.
      return buy(own, goodsIds[index % 2]!, { coupon: code });
    }),
  );
  await letGo();
  const outcomes = await asked;
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.reason] : []));
  expect(refused).toEqual(Array.from({ length: 54 }, () => 'couponUsedUp'));
  expect(await usesOf(id)).toHaveLength(10);
  // The database would refuse an eleventh, with its whole batch: it never comes to that.
  expect(warnings).toEqual([]);
});

/** Locks a coupon in a transaction of its own; returns what ends it once two others wait. */
async function holdCoupon(id: bigint): Promise<() => Promise<void>> {
  const holder = await world.pool.connect();
  await holder.query('begin');
  await holder.query('select from coupons where id = $1 for update', [id]);
  const countWaiting = async (): Promise<number> =>
    (
      await holder.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
    ).rowCount!;
  return async () => {
    await expect.poll(countWaiting, { timeout: 10_000 }).toBe(2);
    await holder.query('commit');
    holder.release();
  };
}

test('a coupon for each buyer once, however many of their orders come at a time', async () => {
  const { goodsId, buyer } = await open();
  const { id, code } = await buildCoupon(ctx, { per_buyer: 2 });
  const second = { ...buyer, ctx: { ...buyer.ctx, db: createDb(world.pool) } };
  const orders = Array.from({ length: 8 }, (_, index) =>
    buy(index % 2 === 0 ? buyer : second, goodsId, { coupon: code }),
  );
  const placed = (await Promise.allSettled(orders)).filter(({ status }) => status === 'fulfilled');
  expect(placed).toHaveLength(2);
  expect(await usesOf(id)).toHaveLength(2);
});
