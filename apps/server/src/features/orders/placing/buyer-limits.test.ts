import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createDb } from '../../../platform/db/db.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Ctx } from '../../../platform/context.ts';
import { buildBuyer, buildGoods, stockUp, type TestBuyer } from '../../../testing/build.ts';
import { signInAdmin } from '../../../testing/people.ts';
import { createWorld, type World } from '../../../testing/world.ts';
import type { NewGoods } from '../../goods/write-goods.ts';
import { changeSettings } from '../../settings/index.ts';
import { refundOrder } from '../after-sales/refund-order.ts';
import { BuyerLimits } from './decide-orders.ts';
import { placeOrder } from './place-order.ts';
import { quoteOrder } from './quote-order.ts';

let world: World;
let ctx: Ctx;
beforeEach(async () => {
  world = await createWorld();
  ctx = world.ctx;
});

const USDT = 1_000_000n;

async function open(rules: Partial<NewGoods>, count = 50): Promise<{ goodsId: bigint; buyer: TestBuyer }> {
  const goodsId = await buildGoods(ctx, rules);
  await stockUp(ctx, goodsId, count);
  return { goodsId, buyer: await buildBuyer(ctx, 100n * USDT) };
}

const buy = (buyer: TestBuyer, goodsId: bigint, quantity: number, idempotencyKey: string = randomUUID()) =>
  placeOrder(buyer.ctx, {
    body: { goods_id: String(goodsId), quantity, gender: 'random' },
    idempotencyKey,
  });

test('a buyer has as many as the limit says, and another buyer has their own', async () => {
  const { goodsId, buyer } = await open({ most_per_buyer: 5 });
  await buy(buyer, goodsId, 3, 'first');
  await expect(buy(buyer, goodsId, 3)).rejects.toMatchObject({ reason: 'buyerLimitReached' });
  await buy(buyer, goodsId, 2);
  // A repeated key is the same order, and no further one.
  expect((await buy(buyer, goodsId, 3, 'first')).quantity).toBe(3);
  await expect(buy(buyer, goodsId, 1)).rejects.toMatchObject({ reason: 'buyerLimitReached' });
  await buy(await buildBuyer(ctx, 10n * USDT), goodsId, 5);
});

test('a new day in the shop’s time zone begins at zero', async () => {
  // It is noon in UTC, 23:00 in the shop.
  await changeSettings(ctx, { time_zone: 'Asia/Magadan' });
  const { goodsId, buyer } = await open({ most_per_day: 2 });
  await buy(buyer, goodsId, 2);
  await expect(buy(buyer, goodsId, 1)).rejects.toMatchObject({ reason: 'dailyLimitReached' });
  world.clock.advance(61 * 60_000);
  await buy(buyer, goodsId, 2);
  world.clock.advance(DAY_MS);
  await buy(buyer, goodsId, 1);
});

test.each([
  [25, '0.9'],
  [24, null],
])('of %d a buyer, the next cheaper step from 25 on is at %j', async (most, price) => {
  const tiers = [{ minQuantity: 25, priceMicro: (9n * USDT) / 10n }];
  const { goodsId, buyer } = await open({ most_per_day: most, price_micro: USDT, tiers });
  const { next } = await quoteOrder(buyer.ctx, { body: { goods_id: String(goodsId), quantity: 1 } });
  expect(next?.price ?? null).toBe(price);
});

test('refunded accounts do not count', async () => {
  const { goodsId, buyer } = await open({ most_per_buyer: 2 });
  const { order_no } = await buy(buyer, goodsId, 2);
  await expect(buy(buyer, goodsId, 1)).rejects.toMatchObject({ reason: 'buyerLimitReached' });
  const admin = await signInAdmin(ctx);
  await refundOrder(admin.ctx, { params: { order_no }, body: { reason: 'dead accounts' } });
  await buy(buyer, goodsId, 2);
});

test('many orders of one buyer at a time by two processes: exactly the limit', async () => {
  const { goodsId, buyer } = await open({ most_per_buyer: 7, most_per_day: 9 });
  const other = { ...buyer, ctx: { ...buyer.ctx, db: createDb(world.pool) } };
  const orders = Array.from({ length: 24 }, (_, index) => buy(index % 2 === 0 ? buyer : other, goodsId, 1));
  const settled = await Promise.allSettled(orders);
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.reason] : []));
  expect(refused).toEqual(Array.from({ length: 17 }, () => 'buyerLimitReached'));
});

test('newest first, the last import is delivered first, and all of it in the end', async () => {
  const { goodsId, buyer } = await open({ newest_first: true }, 3);
  await stockUp(ctx, goodsId, 4);
  const taken = async (quantity: number) => {
    const { order_no } = await buy(buyer, goodsId, quantity);
    const rows = await ctx.db
      .selectFrom('order_ranges')
      .innerJoin('orders', 'orders.id', 'order_ranges.order_id')
      .select(['first_id', 'end_id'])
      .where('order_no', '=', order_no)
      .orderBy('first_id')
      .execute();
    return rows.flatMap(({ first_id: first, end_id: end }) =>
      Array.from({ length: Number(end - first) }, (_, at) => first + BigInt(at)),
    );
  };
  const last = await taken(2);
  // An import in between comes first again.
  await stockUp(ctx, goodsId, 1);
  const rest = [...(await taken(1)), ...(await taken(2)), ...(await taken(3))];
  const [all, third] = [[...last, ...rest], rest[0]!];
  expect(new Set(all).size).toBe(8);
  expect(third > last[1]!).toBe(true);
  expect(last.every((id) => id > rest[1]!)).toBe(true);
  expect(rest.slice(3).every((id) => id < rest[1]!)).toBe(true);
  await expect(buy(buyer, goodsId, 1)).rejects.toMatchObject({ reason: 'stockTooLow' });
});

const NONE = { most_per_buyer: null, most_per_day: null };

test.each([
  [{ most_per_buyer: 5 }, { ever: 2, today: 0 }, 3, null],
  [{ most_per_buyer: 5 }, { ever: 3, today: 0 }, 3, 'buyerLimitReached'],
  [{ most_per_day: 5 }, { ever: 90, today: 2 }, 3, null],
  [{ most_per_day: 5 }, { ever: 90, today: 3 }, 3, 'dailyLimitReached'],
  [{ most_per_buyer: 9, most_per_day: 5 }, { ever: 6, today: 0 }, 4, 'buyerLimitReached'],
] as const)('with limits %j and %j bought, an order of %i: %s', (most, had, quantity, fault) => {
  const limits = new BuyerLimits(new Map([['1/2', had]]));
  expect(limits.fault({ userId: 1n, goodsId: 2n, quantity }, { ...NONE, ...most })).toBe(fault);
});
