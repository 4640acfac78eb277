import { beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { createFreshShop, type TestShop } from '../../testing/app.ts';
import { buildCoupon, buildLevel, buildPriceList, setLevel } from '../../testing/build-prices.ts';
import { buildBuyer, buildGoods, stockUp, type TestBuyer } from '../../testing/build.ts';
import { noticeReaders } from '../../compose/compose.ts';
import { recordChanges } from '../changes/index.ts';
import { listNotices } from '../notices/list-notices.ts';
import { placeOrder } from '../orders/index.ts';
import { tellOfCoupons } from '../prices/index.ts';
import { tellOfPrices } from './index.ts';

let shop: TestShop;
let ctx: Ctx;
beforeAll(async () => {
  shop = await createFreshShop();
  ctx = shop.ctx;
});

const record = () => recordChanges(ctx, { countSold: async () => new Map() });

/** As two processes at once would. */
async function tellAll(job: typeof tellOfPrices): Promise<void> {
  const run = async (): Promise<void> => {
    while ((await job(ctx)).more);
  };
  await Promise.all([run(), run()]);
}

async function setPrice(goodsId: bigint, priceMicro: bigint): Promise<void> {
  await record();
  await ctx.db.updateTable('goods').set({ price_micro: priceMicro }).where('id', '=', goodsId).execute();
  await record();
  await tellAll(tellOfPrices);
}

async function toldTo(buyer: TestBuyer): Promise<string[]> {
  const { items } = await listNotices(
    buyer.ctx,
    { query: { limit: 20 } },
    { readers: noticeReaders, officeAddresses: [] },
  );
  return items.map(({ event, lines }) => `${event}: ${lines.join(' ')}`);
}

const mailsTo = async ({ email }: TestBuyer) =>
  (await ctx.db.selectFrom('mails').select('kind').where('recipient', '=', email).execute()).map(
    ({ kind }) => kind,
  );

async function buildConcerned() {
  const goodsId = await buildGoods(ctx, { name: { en: 'Harbour mail' }, price_micro: 1_000_000n });
  await stockUp(ctx, goodsId, 200);
  const inCart = async (buyer: TestBuyer) =>
    ctx.db
      .insertInto('cart_lines')
      .values({
        user_id: buyer.id,
        goods_id: goodsId,
        quantity: 1,
        gender: 'random',
        added_at: ctx.clock.now(),
      })
      .execute();
  const order = (buyer: TestBuyer) =>
    placeOrder(buyer.ctx, {
      body: { goods_id: `${goodsId}`, quantity: 1, gender: 'random' },
      idempotencyKey: 'one',
    });
  return { goodsId, inCart, order };
}

test('whoever has it in the cart or in a standing order, or has ordered it, is told that it costs them less, once', async () => {
  const { goodsId, inCart, order } = await buildConcerned();
  const carts = await buildBuyer(ctx);
  const ordered = await buildBuyer(ctx, 5_000_000n);
  const standing = await buildBuyer(ctx);
  const longAgo = await buildBuyer(ctx, 5_000_000n);
  const stranger = await buildBuyer(ctx);
  await inCart(carts);
  await ctx.db
    .insertInto('standing_orders')
    .values({
      user_id: standing.id,
      goods_id: goodsId,
      gender: 'random',
      quantity: 5,
      most_micro: 1_000_000n,
      try_at: ctx.clock.now(),
      idempotency_key: 'standing',
      created_at: ctx.clock.now(),
      ends_at: new Date(ctx.clock.now().getTime() + DAY_MS),
    })
    .execute();
  await order(ordered);
  await order(longAgo);
  await ctx.db
    .updateTable('orders')
    .set({ created_at: new Date(ctx.clock.now().getTime() - 91 * DAY_MS) })
    .where('user_id', '=', longAgo.id)
    .execute();
  await setPrice(goodsId, 800_000n);
  const text = 'priceDown: Harbour mail now costs you 0.80 USDT per account. It was 1.00 USDT.';
  for (const buyer of [carts, ordered, standing]) {
    expect(await toldTo(buyer)).toEqual([text]);
    expect((await mailsTo(buyer)).filter((kind) => kind === 'price-down')).toHaveLength(1);
  }
  for (const buyer of [longAgo, stranger]) expect(await toldTo(buyer)).toEqual([]);
  // Up and down again is nothing new, lower than ever is.
  await setPrice(goodsId, 1_000_000n);
  await setPrice(goodsId, 800_000n);
  expect(await toldTo(carts)).toHaveLength(1);
  await setPrice(goodsId, 700_000n);
  expect(await toldTo(carts)).toHaveLength(2);
  expect(await ctx.db.selectFrom('price_falls').selectAll().execute()).toEqual([]);
});

test('whose own price was lower all along is told nothing, and a level sees what it saves', async () => {
  const { goodsId, inCart } = await buildConcerned();
  const [own, level] = [await buildBuyer(ctx), await buildBuyer(ctx)];
  await inCart(own);
  await inCart(level);
  await buildPriceList(ctx, { userId: own.id }, goodsId, { 1: 500_000n });
  await setLevel(ctx, level.id, await buildLevel(ctx, { discount_basis_points: 1_000 }));
  await setPrice(goodsId, 800_000n);
  expect(await toldTo(own)).toEqual([]);
  expect(await toldTo(level)).toEqual([
    'priceDown: Harbour mail now costs you 0.72 USDT per account. It was 0.90 USDT.',
  ]);
});

test('of a promotion on several products a buyer gets one mail and message a day, and the others on the page', async () => {
  const all = [await buildConcerned(), await buildConcerned(), await buildConcerned()];
  const buyer = await buildBuyer(ctx);
  for (const { inCart } of all) await inCart(buyer);
  await ctx.db
    .insertInto('telegram_links')
    .values({ user_id: buyer.id, chat_id: 77n, name: 'Ann', linked_at: ctx.clock.now() })
    .execute();
  const fall = async (priceMicro: bigint) => {
    await record();
    for (const { goodsId } of all)
      await ctx.db.updateTable('goods').set({ price_micro: priceMicro }).where('id', '=', goodsId).execute();
    await record();
    await tellAll(tellOfPrices);
  };
  const counts = async () => {
    const mails = (await mailsTo(buyer)).filter((kind) => kind === 'price-down');
    const messages = await ctx.db
      .selectFrom('telegram_messages')
      .select('id')
      .where('user_id', '=', buyer.id)
      .execute();
    return [(await toldTo(buyer)).length, mails.length, messages.length];
  };
  await fall(800_000n);
  expect(await counts()).toEqual([3, 1, 1]);
  shop.clock.advance(DAY_MS);
  await fall(700_000n);
  expect(await counts()).toEqual([6, 2, 2]);
});

test('more buyers than one step takes are all told once; a promotion that begins is a lower price', async () => {
  const { goodsId, inCart } = await buildConcerned();
  const buyers: TestBuyer[] = [];
  for (let count = 0; count < 130; count += 1) buyers.push(await buildBuyer(ctx));
  for (const buyer of buyers) await inCart(buyer);
  await record();
  await buildPriceList(ctx, 'everybody', goodsId, { 1: 600_000n });
  await record();
  await tellAll(tellOfPrices);
  const told = await ctx.db
    .selectFrom('notices')
    .select('user_id')
    .where('event', '=', 'priceDown')
    .where(
      'user_id',
      'in',
      buyers.map(({ id }) => id),
    )
    .execute();
  expect(told).toHaveLength(buyers.length);
  expect(new Set(told.map(({ user_id }) => user_id))).toEqual(new Set(buyers.map(({ id }) => id)));
});

test('a coupon in a buyer’s name is told three days before it ends, once, unless it was used', async () => {
  const { goodsId } = await buildConcerned();
  const [idle, user] = [await buildBuyer(ctx), await buildBuyer(ctx, 5_000_000n)];
  const ends = (days: number) => new Date(ctx.clock.now().getTime() + days * DAY_MS);
  await buildCoupon(ctx, { code: 'SOON10', user_ids: [idle.id, user.id], ends_at: ends(5) });
  await buildCoupon(ctx, { code: 'OFF10', user_ids: [idle.id], ends_at: ends(5), is_on: false });
  await buildCoupon(ctx, { code: 'ALL10', ends_at: ends(5) });
  await placeOrder(user.ctx, {
    body: { goods_id: `${goodsId}`, quantity: 1, gender: 'random', coupon: 'SOON10' },
    idempotencyKey: 'used',
  });
  await tellAll(tellOfCoupons);
  expect(await toldTo(idle)).toEqual([]);
  shop.clock.advance(2 * DAY_MS + 1);
  await tellAll(tellOfCoupons);
  await tellAll(tellOfCoupons);
  const told = await toldTo(idle);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(
    /^couponEnding: You have not used your coupon SOON10 yet\. It is valid until \d{4}-/,
  );
  expect((await mailsTo(idle)).filter((kind) => kind === 'coupon-ending')).toHaveLength(1);
  expect((await toldTo(user)).filter((text) => text.startsWith('couponEnding'))).toEqual([]);
});
