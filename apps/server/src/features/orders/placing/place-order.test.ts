import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { buildBuyer, buildGoods, fund, stockUp, type TestBuyer, listTexts } from '../../../testing/build.ts';
import { createWorld, isOnPostgres } from '../../../testing/world.ts';
import type { Ctx } from '../../../platform/context.ts';
import { combineWrites } from '../../../platform/db/pipeline.ts';
import { findLedgerMismatches, readAvailableMicro } from '../../ledger/index.ts';
import { countStock, lockRanges, shortenRanges } from '../../stock/index.ts';
import { mailAccounts } from '../delivery/mail-accounts.ts';
import { placeOrder } from './place-order.ts';
import { findAccounts } from '../delivery/open-accounts.ts';
import { findOwnOrder } from '../orders.sql.ts';

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
  return listTexts(await findAccounts(ctx, order));
}

const stockOf = async (ctx: Ctx, goodsId: bigint): Promise<number> =>
  Object.values((await countStock(ctx.db, [goodsId])).get(goodsId) ?? {}).reduce(
    (sum, free) => sum + free,
    0,
  );

test('each order is logged with the request of its own caller, what they share with none', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx);
  await stockUp(ctx, goodsId, 3);
  ctx.events.on('ordersPlaced', async (_, { orders }) => {
    if (orders.length > 1) throw new Error('not together');
  });
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line) => void lines.push(line) });
  const buyers = await Promise.all([1, 2, 3].map(() => buildBuyer(ctx, USDT)));
  const placed = await Promise.all(
    buyers.map(async (buyer, index) => {
      const request = `request ${index}`;
      const caller = { ...buyer.ctx, log: log.child({ request }), processLog: log };
      return { request, order: (await buy({ ...buyer, ctx: caller }, goodsId)).order_no };
    }),
  );
  const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(told.flatMap(({ request, order }) => (order ? { request, order } : []))).toEqual(placed);
  expect(told.flatMap(({ request, orders }) => (orders ? { request, orders } : []))).toEqual([{ orders: 3 }]);
});

test('an order charges, allocates, records and queues its delivery', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx);
  const lines = await stockUp(ctx, goodsId, 5);
  const buyer = await buildBuyer(ctx, 10n * USDT);
  const order = await buy(buyer, goodsId, { quantity: 3, unit_price: '1', email: 'else@example.test' });
  expect(order).toMatchObject({
    goods: { name: 'Test mailbox', description: 'For tests' },
    quantity: 3,
    total_amount: '3',
    status: 'processing',
    delivery: { email: 'else@example.test', state: 'queued', resends_left: 3 },
  });
  expect(await textsOf(ctx, buyer, order.order_no)).toEqual(lines.slice(0, 3));
  expect(await readAvailableMicro(ctx.db, buyer.id)).toBe(7n * USDT);
  expect(await stockOf(ctx, goodsId)).toBe(2);
  const row = (await findOwnOrder(ctx.db, buyer.id, order.order_no))!;
  const mails = await ctx.db
    .selectFrom('mails')
    .selectAll()
    .where('reference', '=', row.id)
    .where('kind', '=', 'order-delivery')
    .execute();
  expect(mails).toMatchObject([{ kind: 'order-delivery', recipient: 'else@example.test', state: 'queued' }]);
  expect(await findLedgerMismatches(ctx.db)).toEqual([]);
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

test('a key belongs to what was asked for, wherever the e-mail goes later', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx);
  await stockUp(ctx, goodsId, 5);
  const buyer = await buildBuyer(ctx, 10n * USDT);
  const first = await buy(buyer, goodsId, { email: 'first@example.test' }, 'mailed-key');
  const params = { order_no: first.order_no };
  await mailAccounts(buyer.ctx, { params, body: { email: 'second@example.test' } });
  const again = await buy(buyer, goodsId, { email: 'first@example.test' }, 'mailed-key');
  expect(again.order_no).toBe(first.order_no);
  await expect(buy(buyer, goodsId, {}, 'mailed-key')).rejects.toMatchObject({ reason: 'keyReused' });
});

test('of two delivery e-mails the newest decides, and the old address gets nothing more', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx);
  await stockUp(ctx, goodsId, 5);
  const buyer = await buildBuyer(ctx, 10n * USDT);
  const order = await buy(buyer, goodsId, { email: 'old@example.test' });
  await mailAccounts(buyer.ctx, {
    params: { order_no: order.order_no },
    body: { email: 'new@example.test' },
  });
  const row = (await findOwnOrder(ctx.db, buyer.id, order.order_no))!;
  const waiting = await ctx.db
    .selectFrom('mails')
    .select('recipient')
    .where('kind', '=', 'order-delivery')
    .where('reference', '=', row.id)
    .where('state', '=', 'queued')
    .execute();
  expect(waiting).toEqual([{ recipient: 'new@example.test' }]);
});

test('items taken from a range meanwhile are not taken again', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx);
  await stockUp(ctx, goodsId, 5);
  const lane = { goodsId, gender: 'unspecified' } as const;
  const [range] = await ctx.db.transaction().execute((db) => lockRanges(db, [lane], 'waitForAll'));
  const use = { ...range!, usedTo: range!.nextId + 2n };
  await combineWrites(ctx.db, shortenRanges([use]));
  await expect(combineWrites(ctx.db, shortenRanges([use]))).rejects.toThrow('a range changed');
  await expect(combineWrites(ctx.db, shortenRanges([{ ...use, usedTo: use.endId }]))).rejects.toThrow(
    'a range changed',
  );
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
  expect(await findLedgerMismatches(ctx.db)).toEqual([]);
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

/** Database handles of their own are queues of their own, as in several server processes. */
async function createProcesses(count: number): Promise<(buyer: TestBuyer, index: number) => TestBuyer> {
  const worlds = await Promise.all(Array.from({ length: count }, () => createWorld()));
  return (buyer, index) => ({ ...buyer, ctx: { ...buyer.ctx, db: worlds[index % count]!.ctx.db } });
}

const reasonsOf = (results: readonly PromiseSettledResult<unknown>[]): unknown[] =>
  results.flatMap((result) => (result.status === 'rejected' ? [result.reason.reason ?? result.reason] : []));

test.runIf(isOnPostgres)(
  'races: where there is just enough for everybody, nobody hears "sold out"',
  async () => {
    const { ctx } = await createWorld();
    const through = await createProcesses(8);
    const buyers = await Promise.all(Array.from({ length: 32 }, () => buildBuyer(ctx, 1_000n * USDT)));
    const wanted = buyers.reduce((sum, _, index) => sum + (index % 3) + 1, 0);
    for (let round = 0; round < 10; round += 1) {
      const goodsId = await buildGoods(ctx);
      await stockUp(ctx, goodsId, wanted - 30);
      await stockUp(ctx, goodsId, 30);
      const calls = buyers.map((buyer, index) =>
        buy(through(buyer, index), goodsId, { quantity: (index % 3) + 1 }),
      );
      expect(reasonsOf(await Promise.allSettled(calls))).toEqual([]);
      expect(await stockOf(ctx, goodsId)).toBe(0);
    }
    expect(await findLedgerMismatches(ctx.db)).toEqual([]);
  },
);

test.runIf(isOnPostgres)('races: the last coins are spent once, the rest is refused in words', async () => {
  const { ctx } = await createWorld();
  const through = await createProcesses(8);
  const goodsId = await buildGoods(ctx);
  await stockUp(ctx, goodsId, 200);
  const buyer = await buildBuyer(ctx, 20n * USDT);
  const results = await Promise.allSettled(
    Array.from({ length: 64 }, (_, index) => buy(through(buyer, index), goodsId)),
  );
  expect(new Set(reasonsOf(results))).toEqual(new Set(['balanceTooLow']));
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(20);
  expect(await readAvailableMicro(ctx.db, buyer.id)).toBe(0n);
});

test.runIf(isOnPostgres)('races: one key through many processes is one order', async () => {
  const { ctx } = await createWorld();
  const through = await createProcesses(8);
  const goodsId = await buildGoods(ctx);
  await stockUp(ctx, goodsId, 50);
  const buyer = await buildBuyer(ctx, 100n * USDT);
  const calls = Array.from({ length: 40 }, (_, index) =>
    buy(through(buyer, index), goodsId, {}, 'shared-key'),
  );
  const orders = await Promise.all(calls);
  expect(new Set(orders.map((order) => order.order_no)).size).toBe(1);
  expect(await readAvailableMicro(ctx.db, buyer.id)).toBe(99n * USDT);
});

test.runIf(isOnPostgres)(
  'races: many buyers with too little money, in two processes: exactly the stock is sold',
  async () => {
    const { ctx } = await createWorld();
    const through = await createProcesses(2);
    const goodsId = await buildGoods(ctx);
    await stockUp(ctx, goodsId, 200);
    const buyers = await Promise.all(Array.from({ length: 80 }, () => buildBuyer(ctx, 3n * USDT)));
    const buyInTurn = async (buyer: TestBuyer, index: number) => {
      const results: PromiseSettledResult<unknown>[] = [];
      for (let turn = 0; turn < 5; turn += 1)
        results.push(...(await Promise.allSettled([buy(through(buyer, index + turn), goodsId)])));
      return results;
    };
    const results = (await Promise.all(buyers.map(buyInTurn))).flat();
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(200);
    expect(new Set(reasonsOf(results))).toEqual(new Set(['stockTooLow', 'balanceTooLow']));
    expect(await stockOf(ctx, goodsId)).toBe(0);
    expect(await findLedgerMismatches(ctx.db)).toEqual([]);
  },
);
