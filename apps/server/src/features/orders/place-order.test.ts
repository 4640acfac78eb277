import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildBuyer, buildGoods, fund, stockUp, type TestBuyer } from '../../testing/build.ts';
import { createWorld, isOnPostgres } from '../../testing/world.ts';
import type { Ctx } from '../../platform/context.ts';
import { checkLedger, readAvailableMicro } from '../ledger/index.ts';
import { countStock } from '../stock/index.ts';
import { placeOrder } from './place-order.ts';
import { openAccounts } from './read-accounts.ts';
import { findOwnOrder } from './orders.sql.ts';
import { findGoods } from '../goods/index.ts';

const USDT = 1_000_000n;

type Change = {
  quantity?: number;
  gender?: 'random' | 'male' | 'female';
  unit_price?: string;
  email?: string;
};

const buy = (buyer: TestBuyer, goodsId: bigint, change: Change = {}, idempotencyKey: string = randomUUID()) =>
  placeOrder(buyer.ctx, {
    body: { goods_id: String(goodsId), quantity: 1, gender: 'random', ...change },
    idempotencyKey,
  });

async function textsOf(ctx: Ctx, buyer: TestBuyer, orderNo: string): Promise<string[]> {
  const order = (await findOwnOrder(ctx.db, buyer.id, orderNo))!;
  const goods = (await findGoods(ctx.db, [order.goods_id])).get(order.goods_id)!;
  return (await openAccounts(ctx, order, goods)).map((account) => account.text);
}

const stockOf = async (ctx: Ctx, goodsId: bigint): Promise<number> =>
  Object.values((await countStock(ctx.db, [goodsId])).get(goodsId) ?? {}).reduce(
    (sum, free) => sum + free,
    0,
  );

test('an order charges, allocates, records and queues its delivery', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx);
  const lines = await stockUp(ctx, goodsId, 5);
  const buyer = await buildBuyer(ctx, 10n * USDT);
  const order = await buy(buyer, goodsId, { quantity: 3, unit_price: '1', email: 'else@example.test' });
  expect(order).toMatchObject({
    quantity: 3,
    total_amount: '3',
    status: 'processing',
    delivery: { email: 'else@example.test', state: 'queued', resends_left: 3 },
  });
  expect(await textsOf(ctx, buyer, order.order_no)).toEqual(lines.slice(0, 3));
  expect(await readAvailableMicro(ctx.db, buyer.id)).toBe(7n * USDT);
  expect(await stockOf(ctx, goodsId)).toBe(2);
  const row = (await findOwnOrder(ctx.db, buyer.id, order.order_no))!;
  const mails = await ctx.db.selectFrom('mails').selectAll().where('reference', '=', row.id).execute();
  expect(mails).toMatchObject([{ kind: 'order-delivery', recipient: 'else@example.test', state: 'queued' }]);
  expect(await checkLedger(ctx.db)).toEqual([]);
});

test('a refusal changes nothing', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx);
  await stockUp(ctx, goodsId, 2);
  const buyer = await buildBuyer(ctx, 2n * USDT);
  await expect(buy(buyer, goodsId, { quantity: 3 })).rejects.toMatchObject({ reason: 'balanceTooLow' });
  await fund(ctx, buyer.id, 5n * USDT);
  await expect(buy(buyer, goodsId, { quantity: 3 })).rejects.toMatchObject({ reason: 'stockTooLow' });
  await expect(buy(buyer, goodsId, { unit_price: '0.9' })).rejects.toMatchObject({ reason: 'priceChanged' });
  expect(await readAvailableMicro(ctx.db, buyer.id)).toBe(7n * USDT);
  expect(await stockOf(ctx, goodsId)).toBe(2);
});

test('the same key answers with the same order, another body under it is refused', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx);
  await stockUp(ctx, goodsId, 5);
  const buyer = await buildBuyer(ctx, 10n * USDT);
  const first = await buy(buyer, goodsId, { quantity: 2 }, 'one-key');
  const again = await Promise.all([1, 2, 3].map(() => buy(buyer, goodsId, { quantity: 2 }, 'one-key')));
  expect(new Set([first, ...again].map((order) => order.order_no)).size).toBe(1);
  await expect(buy(buyer, goodsId, { quantity: 1 }, 'one-key')).rejects.toMatchObject({
    reason: 'keyReused',
  });
  expect(await readAvailableMicro(ctx.db, buyer.id)).toBe(8n * USDT);
});

test('a gender is kept to; random takes any', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx);
  const male = await stockUp(ctx, goodsId, 2, 'male');
  const female = await stockUp(ctx, goodsId, 2, 'female');
  const buyer = await buildBuyer(ctx, 10n * USDT);
  const first = await buy(buyer, goodsId, { quantity: 2, gender: 'female' });
  expect(await textsOf(ctx, buyer, first.order_no)).toEqual(female);
  await expect(buy(buyer, goodsId, { gender: 'female' })).rejects.toMatchObject({ reason: 'stockTooLow' });
  const second = await buy(buyer, goodsId, { quantity: 2 });
  expect(await textsOf(ctx, buyer, second.order_no)).toEqual(male);
});

test('the last coins are spent once', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx);
  await stockUp(ctx, goodsId, 20);
  const buyer = await buildBuyer(ctx, 5n * USDT);
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => buy(buyer, goodsId)));
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(5);
  expect(await readAvailableMicro(ctx.db, buyer.id)).toBe(0n);
  expect(await stockOf(ctx, goodsId)).toBe(15);
});

test('many buyers race for few accounts: all are sold, none twice, nobody is short', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx);
  const lines = new Set(await stockUp(ctx, goodsId, 50));
  const buyers = await Promise.all(Array.from({ length: 24 }, () => buildBuyer(ctx, 100n * USDT)));
  // Separate database handles are separate queues: as if several server processes ran.
  const wanted = buyers.flatMap((buyer, index) =>
    [1, 2].map((quantity) => ({ buyer, quantity: quantity + (index % 2) })),
  );
  const results = await Promise.allSettled(
    wanted.map(({ buyer, quantity }) => buy(buyer, goodsId, { quantity })),
  );
  const orders = results.flatMap((result, index) =>
    result.status === 'fulfilled' ? [{ buyer: wanted[index]!.buyer, order: result.value }] : [],
  );
  const sold = (
    await Promise.all(orders.map(({ buyer, order }) => textsOf(ctx, buyer, order.order_no)))
  ).flat();
  expect(new Set(sold).size).toBe(sold.length);
  expect(sold.every((line) => lines.has(line))).toBe(true);
  expect(sold.length + (await stockOf(ctx, goodsId))).toBe(50);
  expect(await stockOf(ctx, goodsId)).toBeLessThan(3);
  expect(await checkLedger(ctx.db)).toEqual([]);
});

test('the database itself refuses to sell an item twice', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx);
  await stockUp(ctx, goodsId, 3);
  const buyer = await buildBuyer(ctx, 10n * USDT);
  const order = await buy(buyer, goodsId, { quantity: 3 });
  const row = (await findOwnOrder(ctx.db, buyer.id, order.order_no))!;
  const twice = sql`insert into order_ranges (first_id, end_id, order_id)
    select first_id + 1, end_id, order_id from order_ranges where order_id = ${row.id}`.execute(ctx.db);
  await expect(twice).rejects.toThrow('order_ranges_sold_once');
});

test.runIf(isOnPostgres)(
  'races over several queues: sold and free add up, one key is one order',
  async () => {
    const worlds = await Promise.all(Array.from({ length: 8 }, () => createWorld()));
    const { ctx } = worlds[0]!;
    const goodsId = await buildGoods(ctx);
    await stockUp(ctx, goodsId, 200);
    const buyers = await Promise.all(Array.from({ length: 32 }, () => buildBuyer(ctx, 1_000n * USDT)));
    const through = (buyer: TestBuyer, index: number): TestBuyer => ({
      ...buyer,
      ctx: { ...buyer.ctx, db: worlds[index % worlds.length]!.ctx.db },
    });
    const calls = buyers.flatMap((buyer, index) =>
      Array.from({ length: 8 }, (_, turn) =>
        buy(through(buyer, index + turn), goodsId, { quantity: (turn % 3) + 1 }),
      ),
    );
    const results = await Promise.allSettled(calls);
    const sold = results.reduce(
      (sum, result) => sum + (result.status === 'fulfilled' ? result.value.quantity : 0),
      0,
    );
    const unforeseen = results.filter(
      (result) => result.status === 'rejected' && result.reason.reason !== 'stockTooLow',
    );
    expect(unforeseen).toEqual([]);
    expect(sold).toBe(200);
    expect(await stockOf(ctx, goodsId)).toBe(0);
    const [lucky] = buyers;
    await stockUp(ctx, goodsId, 5);
    const same = await Promise.all(
      Array.from({ length: 40 }, (_, index) => buy(through(lucky!, index), goodsId, {}, 'shared-key')),
    );
    expect(new Set(same.map((order) => order.order_no)).size).toBe(1);
  },
);
