import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { buildBuyer, buildGoods, stockUp, type TestBuyer } from '../../../testing/build.ts';
import { createWorld, isOnPostgres, type World } from '../../../testing/world.ts';
import { createDb } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { readAvailableMicro } from '../../ledger/index.ts';
import { countStock } from '../../stock/index.ts';
import { findOrderItems } from '../orders.sql.ts';
import type { OrderRequest } from './decide-orders.ts';
import { placeOrderBatch, type BatchAhead, type BatchResult } from './place-order-batch.ts';
import { placeOrder } from './place-order.ts';

/* The embedded database has one connection: there, no batch begins before the end of the one ahead. */

const MICRO = 1_000_000n;

let world: World;
let goodsId: bigint;
beforeEach(async () => {
  world = await createWorld();
  goodsId = await buildGoods(world.ctx);
});

const request = (buyer: TestBuyer, quantity = 1): OrderRequest => ({
  userId: buyer.id,
  idempotencyKey: randomUUID(),
  goodsId,
  quantity,
  gender: 'random',
  email: null,
  seenPriceMicro: null,
  hash: 1n,
});
const freeItems = async () => (await countStock(world.ctx.db, [goodsId])).get(goodsId)?.unspecified ?? 0;
const placed = (results: readonly BatchResult[]) =>
  results.flatMap((result) => (result instanceof Refusal ? [] : [result.order.id]));
const itemsOf = (orderIds: readonly bigint[]) => findOrderItems(world.ctx.db, orderIds);

/** Keeps every batch from being committed: its writes wait. */
async function holdCommits(): Promise<{ release(): Promise<void> }> {
  const client = await world.pool.connect();
  await client.query('begin');
  await client.query('lock table mails in exclusive mode');
  return {
    release: async () => {
      await client.query('rollback');
      client.release();
    },
  };
}

type Step = (ahead: BatchAhead) => BatchAhead;
/** Two batches of a buyer each; the second is decided before the first is committed. */
async function overlap(first: OrderRequest, second: OrderRequest, between: Step = (ahead) => ahead) {
  const held = await holdCommits();
  const { promise, resolve } = Promise.withResolvers<BatchAhead>();
  const one = placeOrderBatch(world.ctx, [first], { ahead: null, pass: (next) => resolve(next()) });
  const two = promise.then((ahead) =>
    placeOrderBatch(world.ctx, [second], { ahead: between(ahead), pass: () => undefined }),
  );
  two.catch(() => undefined);
  await promise;
  await held.release();
  return { one: await one, two };
}

/** Runs something once the batch is committed, before the next one sends its writes. */
const afterCommit =
  (step: () => Promise<unknown>): Step =>
  ({ stock, committed }) => ({ stock, committed: committed.then(async (is) => (await step(), is)) });

test.runIf(isOnPostgres)('the second batch takes the items after those of the first', async () => {
  const buyers = [await buildBuyer(world.ctx, 5n * MICRO), await buildBuyer(world.ctx, 5n * MICRO)];
  await stockUp(world.ctx, goodsId, 5);
  const { one, two } = await overlap(request(buyers[0]!, 2), request(buyers[1]!, 3));
  const [first, second] = [await itemsOf(placed(one)), await itemsOf(placed(await two))];
  expect(first[0]!.endId).toBe(second[0]!.firstId);
  expect(await freeItems()).toBe(0);
});

test.runIf(isOnPostgres)('what the first batch does not leave is sold out for the second', async () => {
  const buyers = [await buildBuyer(world.ctx, 5n * MICRO), await buildBuyer(world.ctx, 5n * MICRO)];
  await stockUp(world.ctx, goodsId, 4);
  const { one, two } = await overlap(request(buyers[0]!, 3), request(buyers[1]!, 2));
  expect(placed(one)).toHaveLength(1);
  expect(await two).toEqual([expect.objectContaining({ reason: 'stockTooLow' })]);
  expect(await freeItems()).toBe(1);
});

test.runIf(isOnPostgres)('who has too little money is refused in the second batch too', async () => {
  const buyers = [await buildBuyer(world.ctx, 5n * MICRO), await buildBuyer(world.ctx, 1n * MICRO)];
  await stockUp(world.ctx, goodsId, 5);
  const { two } = await overlap(request(buyers[0]!, 2), request(buyers[1]!, 2));
  expect(await two).toEqual([expect.objectContaining({ reason: 'balanceTooLow' })]);
  expect(await freeItems()).toBe(3);
});

test.runIf(isOnPostgres)(
  'where another process takes from the stock in between, the second batch changes nothing',
  async () => {
    const buyers = await Promise.all([1, 2, 3].map(() => buildBuyer(world.ctx, 5n * MICRO)));
    await stockUp(world.ctx, goodsId, 9);
    const other = { ...buyers[2]!.ctx, db: createDb(world.pool) };
    const body = { goods_id: String(goodsId), quantity: 1, gender: 'random' } as const;
    const take = () => placeOrder(other, { body, idempotencyKey: randomUUID() });
    const { two } = await overlap(request(buyers[0]!), request(buyers[1]!), afterCommit(take));
    await expect(two).rejects.toThrow('a range changed while it was held');
    expect(await readAvailableMicro(world.ctx.db, buyers[1]!.id)).toBe(5n * MICRO);
    expect(await freeItems()).toBe(7);
  },
);

test.runIf(isOnPostgres)(
  'where another process holds the stock, the second batch does not wait for it',
  async () => {
    const buyers = [await buildBuyer(world.ctx, 5n * MICRO), await buildBuyer(world.ctx, 5n * MICRO)];
    await stockUp(world.ctx, goodsId, 9);
    const client = await world.pool.connect();
    const lock = async () => {
      await client.query('begin');
      await client.query('select from stock_ranges where goods_id = $1 for no key update', [goodsId]);
    };
    const { two } = await overlap(request(buyers[0]!), request(buyers[1]!), afterCommit(lock));
    await expect(two).rejects.toThrow('a range changed while it was held');
    await client.query('rollback');
    client.release();
    expect(await freeItems()).toBe(8);
  },
);

test.runIf(isOnPostgres)('where the first batch is not committed, nothing of the second is', async () => {
  const buyers = [await buildBuyer(world.ctx, 5n * MICRO), await buildBuyer(world.ctx, 5n * MICRO)];
  await stockUp(world.ctx, goodsId, 9);
  const failed: Step = ({ stock, committed }) => ({ stock, committed: committed.then(() => false) });
  const { two } = await overlap(request(buyers[0]!), request(buyers[1]!), failed);
  await expect(two).rejects.toThrow('not committed');
  expect(await readAvailableMicro(world.ctx.db, buyers[1]!.id)).toBe(5n * MICRO);
  expect(await freeItems()).toBe(8);
});

test.runIf(isOnPostgres)(
  'many buyers with too little money meet in overlapping batches of two processes: exactly the stock is sold',
  async () => {
    const buyers = await Promise.all(Array.from({ length: 80 }, () => buildBuyer(world.ctx, 3n * MICRO)));
    await stockUp(world.ctx, goodsId, 200);
    const contexts = [world.ctx.db, createDb(world.pool)];
    const body = { goods_id: String(goodsId), quantity: 1, gender: 'random' } as const;
    const buy = async (buyer: TestBuyer, turn: number): Promise<string> => {
      const own = { ...buyer.ctx, db: contexts[(Number(buyer.id) + turn) % 2]! };
      try {
        await placeOrder(own, { body, idempotencyKey: randomUUID() });
        return 'placed';
      } catch (error) {
        return (error as Refusal).reason;
      }
    };
    const answers = (
      await Promise.all(
        buyers.map(async (buyer) => {
          const own: string[] = [];
          for (let turn = 0; turn < 5; turn += 1) own.push(await buy(buyer, turn));
          return own;
        }),
      )
    ).flat();
    const count = (name: string) => answers.filter((answer) => answer === name).length;
    expect(count('placed')).toBe(200);
    expect(count('placed') + count('stockTooLow') + count('balanceTooLow')).toBe(400);
    expect(await freeItems()).toBe(0);
    const { rows } = await sql<{ spent: bigint; items: bigint }>`
      select sum(total_micro)::bigint as spent,
        (select sum(end_id - first_id)::bigint from order_ranges join orders on orders.id = order_id
          where goods_id = ${goodsId}) as items
      from orders where goods_id = ${goodsId}`.execute(world.ctx.db);
    expect(rows).toEqual([{ spent: 200n * MICRO, items: 200n }]);
  },
);
