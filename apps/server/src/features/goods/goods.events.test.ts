import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { signInAdmin } from '../../testing/people.ts';
import { buildBuyer, buildGoods, stockUp } from '../../testing/build.ts';
import { collectEvents, createWorld } from '../../testing/world.ts';
import type { Ctx } from '../../platform/context.ts';
import { placeOrder } from '../orders/index.ts';
import { updateGoods } from './write-goods.ts';
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

test('a price is announced when it changes, tiers included, and not otherwise', async () => {
  const { ctx } = await createWorld();
  const admin = await signInAdmin(ctx, ['goods.write']);
  const goodsId = await buildGoods(ctx);
  const { category_id: categoryId } = await ctx.db
    .selectFrom('goods')
    .select('category_id')
    .where('id', '=', goodsId)
    .executeTakeFirstOrThrow();
  const change = (price: string, price_tiers: { min_quantity: number; price: string }[], name = 'Mailbox') =>
    updateGoods(admin.ctx, {
      params: { id: String(goodsId) },
      body: {
        category_id: String(categoryId),
        names: { en: name },
        descriptions: { en: 'For tests' },
        price,
        price_tiers,
        min_quantity: 1,
        max_quantity: 10_000,
        genders: ['random', 'male', 'female'],
        warranty_hours: 24,
        separator: '----',
        columns: ['account', 'password'],
        instructions: {},
        instruction_in_mail: true,
        file_name: '',
        sort: 0,
      },
    });
  const heard = collectEvents(ctx.events, ['goodsPriceChanged']);
  await change('1', []);
  await change('1', [], 'Renamed');
  expect(heard).toEqual([]);
  await change('1', [{ min_quantity: 10, price: '0.9' }]);
  await change('2', [{ min_quantity: 10, price: '0.9' }]);
  const tiers = [{ minQuantity: 10, priceMicro: 900_000n }];
  expect(heard).toEqual([
    {
      name: 'goodsPriceChanged',
      goodsId,
      before: { priceMicro: USDT, tiers: [] },
      after: { priceMicro: USDT, tiers },
    },
    {
      name: 'goodsPriceChanged',
      goodsId,
      before: { priceMicro: USDT, tiers },
      after: { priceMicro: 2n * USDT, tiers },
    },
  ]);
});
