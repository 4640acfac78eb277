import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildBuyer, buildGoods, stockUp } from '../../testing/build.ts';
import { collectEvents, createWorld } from '../../testing/world.ts';
import type { Ctx } from '../../platform/context.ts';
import { placeOrder } from '../orders/index.ts';
import { watchStock } from './watch-stock.ts';

const USDT = 1_000_000n;

async function buy(ctx: Ctx, goodsId: bigint, quantity: number): Promise<void> {
  const buyer = await buildBuyer(ctx, 100n * USDT);
  const body = { goods_id: String(goodsId), quantity, gender: 'random' as const };
  await placeOrder(buyer.ctx, { body, idempotencyKey: randomUUID() });
}

test('running out and coming back are announced once each', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx);
  const all = collectEvents(ctx.events, ['stockRanOut', 'stockReturned']);
  const look = async (): Promise<string[]> => {
    all.length = 0;
    await watchStock(ctx);
    return all.filter((event) => 'goodsId' in event && event.goodsId === goodsId).map(({ name }) => name);
  };
  expect(await look()).toEqual([]);
  await stockUp(ctx, goodsId, 3, 'female');
  expect(await look()).toEqual(['stockReturned']);
  await buy(ctx, goodsId, 2);
  expect(await look()).toEqual([]);
  await buy(ctx, goodsId, 1);
  expect(await look()).toEqual(['stockRanOut']);
  expect(await look()).toEqual([]);
  await stockUp(ctx, goodsId, 1);
  expect(await look()).toEqual(['stockReturned']);
});

test('a change is announced again where a listener fails', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx);
  await stockUp(ctx, goodsId, 1);
  let failures = 1;
  ctx.events.on('stockReturned', async (_, event) => {
    if (event.goodsId === goodsId && failures-- > 0) throw new Error('listener');
  });
  const heard = collectEvents(ctx.events, ['stockReturned']);
  await expect(watchStock(ctx)).rejects.toThrow('listener');
  expect(heard).toEqual([]);
  await watchStock(ctx);
  expect(heard).toContainEqual({ name: 'stockReturned', goodsId });
});
