import { quote } from '@portside/contract/wire/quote';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS, DAY_MS } from '../../platform/clock.ts';
import { bearer, createTestShop, type TestShop } from '../../testing/app.ts';
import { buildGoods, fund, stockUp, buildBuyer, type TestBuyer } from '../../testing/build.ts';
import { buildCoupon, buildLevel, buildPriceList, setLevel } from '../../testing/build-prices.ts';
import { signInAdmin } from '../../testing/people.ts';
import { createFreshWorld, type World } from '../../testing/world.ts';
import { refundOrder } from '../orders/after-sales/refund-order.ts';
import { placeOrder, turnover } from '../orders/index.ts';
import { createAssignLevelsJob, readOwnLevel } from './assign-levels.ts';
import { PriceBook } from './price-terms.ts';

describe('prices', () => {
  let shop: TestShop;

  beforeAll(async () => {
    shop = await createTestShop();
  });

  type Person = { readonly token: string; readonly id: string };

  const get = (path: string, headers: Record<string, string> = {}) =>
    shop.app.http.inject({ method: 'GET', url: path, headers });

  const mine = async ({ token }: Person, language = 'en') =>
    (await get('/api/prices/mine', { ...bearer(token), 'accept-language': language })).json().data;

  const offersOn = (goodsId: bigint, { offers }: { offers: { goods_id: string }[] }) =>
    offers.filter(({ goods_id }) => goods_id === String(goodsId));

  test('a buyer sees what differs for them, and nobody else does', async () => {
    const { ctx } = shop;
    const [buyer, other] = [await shop.register(), await shop.register()];
    const goodsId = await buildGoods(ctx);
    const levelId = await buildLevel(ctx, { discount_basis_points: 750 });
    await setLevel(ctx, BigInt(buyer.id), levelId);
    const ends_at = new Date(ctx.clock.now().getTime() + MINUTE_MS);
    await buildPriceList(
      ctx,
      { userId: BigInt(buyer.id) },
      goodsId,
      { 5: 500_000n, 1: 800_000n },
      { ends_at },
    );
    await buildPriceList(ctx, { levelId }, goodsId, { 1: 900_000n });
    await buildPriceList(ctx, 'everybody', goodsId, { 1: 950_000n });

    const promotion = { goods_id: String(goodsId), source: 'promotion', name: 'Autumn sale', ends_at: null };
    const seen = await mine(buyer, 'pt');
    expect(seen.level).toEqual({
      id: String(levelId),
      name: 'Ouro',
      colour: '#c9a227',
      discount_percent: '7.5',
    });
    expect(offersOn(goodsId, seen)).toMatchObject([
      {
        source: 'own',
        name: '',
        prices: [
          { min_quantity: 1, price: '0.8' },
          { min_quantity: 5, price: '0.5' },
        ],
        ends_at: ends_at.toISOString(),
      },
      { source: 'level', id: String(levelId), name: 'Ouro', prices: [{ min_quantity: 1, price: '0.9' }] },
      promotion,
    ]);
    const others = await mine(other);
    expect(others).toMatchObject({ level: null, least: [] });
    expect(offersOn(goodsId, others)).toMatchObject([promotion]);
    expect(offersOn(goodsId, (await get('/api/prices/promotions')).json().data)).toMatchObject([promotion]);
    expect((await get('/api/prices/mine')).json()).toMatchObject({ code: 401 });

    // The list and the product are the same for everybody, whoever asks first.
    for (const path of [`/api/goods/${goodsId}`, '/api/goods', '/api/prices/promotions']) {
      const asBuyer = await get(path, bearer(buyer.token));
      const asVisitor = await get(path);
      expect(asBuyer.json().data).toEqual(asVisitor.json().data);
      expect(asBuyer.body).not.toContain('"0.8"');
    }
    shop.clock.advance(MINUTE_MS);
    expect(offersOn(goodsId, await mine(buyer))).toMatchObject([{ source: 'level' }, promotion]);
  });

  test('prices that have not changed are not sent again', async () => {
    const { ctx } = shop;
    const buyer = await shop.register();
    const first = await get('/api/prices/mine', bearer(buyer.token));
    const etag = first.headers.etag as string;
    expect(first.headers['cache-control']).toContain('private');
    const again = await get('/api/prices/mine', { ...bearer(buyer.token), 'if-none-match': etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    await buildPriceList(ctx, { userId: BigInt(buyer.id) }, await buildGoods(ctx), { 1: 1n });
    const changed = await get('/api/prices/mine', { ...bearer(buyer.token), 'if-none-match': etag });
    expect(changed.statusCode).toBe(200);
  });

  test('prices of products off sale stay unknown', async () => {
    const { ctx } = shop;
    const buyer = await shop.register();
    const goodsId = await buildGoods(ctx);
    await buildPriceList(ctx, { userId: BigInt(buyer.id) }, goodsId, { 1: 1n });
    await ctx.db.updateTable('goods').set({ on_sale: false }).where('id', '=', goodsId).execute();
    expect(offersOn(goodsId, await mine(buyer))).toEqual([]);
  });

  test('a floor is told only where it ends the discount', async () => {
    const { ctx } = shop;
    const buyer = await shop.register();
    const near = await buildGoods(ctx, {
      floor_micro: 700_000n,
      tiers: [{ minQuantity: 10, priceMicro: 760_000n }],
    });
    const far = await buildGoods(ctx, { floor_micro: 900_000n });
    const hidden = await buildGoods(ctx, { floor_micro: 950_000n, visibility: 'hidden' });
    const agreed = await buildGoods(ctx, { floor_micro: 1_200_000n });
    const dear = await buildGoods(ctx, { floor_micro: 900_000n });
    await ctx.db.updateTable('goods').set({ cost_micro: 960_000n }).where('id', '=', dear).execute();
    const plain = await buildLevel(ctx, { discount_basis_points: 0 });
    await setLevel(ctx, BigInt(buyer.id), plain);
    expect((await mine(buyer)).least).toEqual([]);
    await setLevel(ctx, BigInt(buyer.id), await buildLevel(ctx, { discount_basis_points: 1_000 }));
    const { least } = await mine(buyer);
    expect(least).toContainEqual({ goods_id: String(near), price: '0.7' });
    expect(least).toContainEqual({ goods_id: String(agreed), price: '1' });
    expect(least).toContainEqual({ goods_id: String(dear), price: '0.96' });
    const told = least.map(({ goods_id }: { goods_id: string }) => goods_id);
    expect(told).not.toContain(String(far));
    expect(told).not.toContain(String(hidden));
  });

  test('a quote is what the order then costs', async () => {
    const { ctx, call } = shop;
    const buyer = await shop.register();
    const goodsId = await buildGoods(ctx, { tiers: [{ minQuantity: 10, priceMicro: 900_000n }] });
    await stockUp(ctx, goodsId, 10);
    await fund(ctx, BigInt(buyer.id), 10_000_000n);
    const { code } = await buildCoupon(ctx);
    // As people paste it.
    const wanted = { goods_id: String(goodsId), quantity: 4, coupon: ` coupon: ${code.toLowerCase()} ` };
    const { data: quote } = await call('POST', '/api/orders/quotes', wanted, bearer(buyer.token));
    expect(quote).toEqual({
      unit_price: '1',
      list_price: '1',
      discount: '0.4',
      total_amount: '3.6',
      why: { source: 'list', name: '', discount_percent: null, min_quantity: 1 },
      coupon: 'applied',
      next: { min_quantity: 10, price: '0.9', saved: '1' },
      until: null,
    });
    const sent = { ...wanted, unit_price: quote.unit_price };
    const { data: order } = await call('POST', '/api/orders', sent, bearer(buyer.token));
    expect(order).toMatchObject({ total_amount: quote.total_amount, discount: quote.discount });
    expect(
      await call('POST', '/api/orders/quotes', { ...wanted, quantity: 20_000 }, bearer(buyer.token)),
    ).toMatchObject({
      code: 300_003,
    });
  });
});

describe('levels by what was spent', () => {
  const USDT = 1_000_000n;

  let world: World;
  let goodsId: bigint;
  /** Silver for 5 USDT in 30 days, gold for 20 USDT ever. */
  let [silver, gold]: [bigint, bigint] = [0n, 0n];

  beforeAll(async () => {
    world = await createFreshWorld();
    goodsId = await buildGoods(world.ctx);
    await stockUp(world.ctx, goodsId, 200);
    const silverName = JSON.stringify({ en: 'Silver' });
    silver = await buildLevel(world.ctx, {
      name: silverName,
      turnover_micro: 5n * USDT,
      turnover_days: 30,
      sort: 1,
    });
    gold = await buildLevel(world.ctx, { turnover_micro: 20n * USDT, sort: 2, discount_basis_points: 500 });
  });

  const buy = (buyer: TestBuyer, quantity: number) =>
    placeOrder(buyer.ctx, {
      body: { goods_id: String(goodsId), quantity, gender: 'random' },
      idempotencyKey: randomUUID(),
    });

  async function levelOf({ id }: TestBuyer): Promise<bigint | null> {
    const row = await world.ctx.db
      .selectFrom('users')
      .select('level_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return row.level_id;
  }

  /** Runs the job until there is nothing more to do. */
  async function run(job: { run(): Promise<{ more: boolean }> }): Promise<void> {
    while ((await job.run()).more);
  }

  test('turnover reaches a level, refunds and time take it away, and each change is recorded', async () => {
    const { ctx, clock } = world;
    const job = createAssignLevelsJob(ctx, turnover);
    const [buyer, held] = [await buildBuyer(ctx, 100n * USDT), await buildBuyer(ctx, 100n * USDT)];
    await setLevel(ctx, held.id, gold);
    await buy(buyer, 4);
    await buy(held, 6);
    await run(job);
    expect(await levelOf(buyer)).toBeNull();
    const { order_no } = await buy(buyer, 1);
    await run(job);
    expect(await levelOf(buyer)).toBe(silver);
    expect(await readOwnLevel(buyer.ctx, turnover)).toMatchObject({
      level: { name: 'Silver' },
      is_held: false,
      next: { name: 'Gold', discount_percent: '5', turnover: '20', turnover_days: null, reached: '5' },
    });

    const admin = await signInAdmin(ctx);
    await refundOrder(admin.ctx, { params: { order_no }, body: { reason: 'dead' } });
    await run(job);
    expect(await levelOf(buyer)).toBeNull();
    await buy(buyer, 1);
    await run(job);
    expect(await levelOf(buyer)).toBe(silver);
    clock.advance(31 * DAY_MS);
    await run(job);
    expect(await levelOf(buyer)).toBeNull();
    await buy(buyer, 15);
    await run(job);
    expect(await levelOf(buyer)).toBe(gold);
    expect(await readOwnLevel(buyer.ctx, turnover)).toMatchObject({ level: { name: 'Gold' }, next: null });

    expect(await levelOf(held)).toBe(gold);
    expect(await readOwnLevel(held.ctx, turnover)).toMatchObject({ is_held: true, next: null });
    const entries = await ctx.db
      .selectFrom('audit_entries')
      .select(['job', 'after'])
      .where('action', '=', 'user.level')
      .where('subject', '=', `user:${buyer.id}`)
      .orderBy('id')
      .execute();
    const after = [silver, null, silver, null, gold].map((id) => ({
      level_id: id?.toString() ?? null,
      held: false,
    }));
    expect(entries.map((entry) => entry.after)).toEqual(after);
  });

  test('whoever has reached a level before it was made gets it once it is', async () => {
    const { ctx, clock } = world;
    const job = createAssignLevelsJob(ctx, turnover);
    const buyer = await buildBuyer(ctx, 100n * USDT);
    await buy(buyer, 3);
    clock.advance(10 * MINUTE_MS);
    await run(job);
    expect(await levelOf(buyer)).toBeNull();
    const bronze = await buildLevel(ctx, { turnover_micro: 3n * USDT, sort: 0 });
    await run(job);
    expect(await levelOf(buyer)).toBe(bronze);
    expect(await readOwnLevel(buyer.ctx, turnover)).toMatchObject({ next: { name: 'Silver', reached: '3' } });
  });

  test('a level that no turnover reaches any more keeps its buyers, whether or not there are others', async () => {
    const { ctx } = world;
    const job = createAssignLevelsJob(ctx, turnover);
    const buyer = await buildBuyer(ctx, 100n * USDT);
    const former = await buildLevel(ctx, { turnover_micro: USDT, sort: 9 });
    await buy(buyer, 1);
    await run(job);
    expect(await levelOf(buyer)).toBe(former);
    await ctx.db.updateTable('buyer_levels').set({ turnover_micro: null }).where('id', '=', former).execute();
    await run(job);
    expect(await levelOf(buyer)).toBe(former);
    expect(await readOwnLevel(buyer.ctx, turnover)).toMatchObject({ is_held: false, next: null });
  });

  test('turnover by day is what the orders of those days still cost', async () => {
    const { ctx, clock } = world;
    const buyer = await buildBuyer(ctx, 100n * USDT);
    const first = await buy(buyer, 3);
    clock.advance(DAY_MS);
    const since = clock.now();
    await buy(buyer, 2);
    // Counted on the day of its order.
    const admin = await signInAdmin(ctx);
    const refund = { params: { order_no: first.order_no }, body: { reason: 'dead' } };
    await refundOrder(admin.ctx, refund);
    const sums = async (from: Date | null) =>
      (await turnover.sumTurnover(ctx.db, [buyer.id], from)).get(buyer.id);
    expect(await sums(null)).toBeUndefined();
    while ((await turnover.addUp(ctx)).more);
    expect([await sums(null), await sums(since)]).toEqual([2n * USDT, 2n * USDT]);
    expect(await turnover.addUp(ctx)).toEqual({ userIds: [], more: false });
  });
});

test('property: discounts and coupons end at the floor that is set or at the cost, whichever is higher', () => {
  const micro = fc.bigInt(1n, 3_000_000n);
  const given = fc.record({
    price_micro: micro,
    floor_micro: fc.option(micro),
    cost_micro: fc.option(micro),
    listed: fc.option(micro),
    basisPoints: fc.integer({ min: 1, max: 9_999 }),
    quantity: fc.integer({ min: 1, max: 200 }),
    isCombinable: fc.boolean(),
  });
  const now = new Date();
  fc.assert(
    fc.property(given, ({ listed, basisPoints, quantity, isCombinable, ...goods }) => {
      const list = { id: 5n, listId: 5n, goodsId: 3n, owner: 7n, name: '', startsAt: now, endsAt: null };
      const tiers = [{ minQuantity: 1, priceMicro: listed ?? 1n }];
      const book = new PriceBook({
        buyers: new Map([[7n, { levelId: 1n }]]),
        levels: new Map([[1n, { id: 1n, name: {}, colour: '', basisPoints }]]),
        offers: listed === null ? [] : [{ ...list, source: 'own', tiers }],
      });
      const coupon = {
        basisPoints,
        amountMicro: null,
        minTotalMicro: 0n,
        maxDiscountMicro: null,
        isCombinable,
      };
      const terms = book.termsOf(7n, { id: 3n, tiers: [], ...goods });
      const { totalMicro } = quote({ ...terms, quantity, coupon, now });
      const { price_micro: price, floor_micro: set, cost_micro: cost } = goods;
      const lowest = listed !== null && listed < price ? listed : price;
      const floor = (set ?? 1n) > (cost ?? 1n) ? (set ?? 1n) : (cost ?? 1n);
      expect(totalMicro).toBeGreaterThanOrEqual((floor < lowest ? floor : lowest) * BigInt(quantity));
    }),
    { numRuns: 500 },
  );
});
