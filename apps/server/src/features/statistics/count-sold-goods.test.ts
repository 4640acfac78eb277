import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTestShop } from '../../testing/app.ts';
import { buildBuyer, buildGoods, stockUp } from '../../testing/build.ts';
import { watchStock } from '../goods/index.ts';
import { placeOrder } from '../orders/index.ts';
import { rollUpDailyTotals } from './roll-up-daily-totals.ts';

test('a product shows how many of it were sold, counted from orders', async () => {
  const shop = await createTestShop();
  const goodsId = await buildGoods(shop.ctx, { name: { en: 'Counted box' } });
  await stockUp(shop.ctx, goodsId, 9);
  const shown = async () => (await shop.call('GET', `/api/goods/${goodsId}`)).data;
  expect(await shown()).toMatchObject({ sold: 0, slug: `${goodsId}-counted-box` });

  const buyer = await buildBuyer(shop.ctx, 100_000_000n);
  for (const quantity of [3, 4])
    await placeOrder(buyer.ctx, {
      body: { goods_id: String(goodsId), quantity, gender: 'random' },
      idempotencyKey: randomUUID(),
    });
  while ((await rollUpDailyTotals(shop.ctx)).more);
  expect(await shown()).toMatchObject({ sold: 7, sold_this_week: 7, stock: 2 });
  // Counting again adds nothing.
  await rollUpDailyTotals(shop.ctx);
  const { items } = (await shop.call('GET', '/api/goods')).data;
  expect(items.find(({ id }: { id: string }) => id === String(goodsId))).toMatchObject({ sold: 7 });
  // Seven days, the day of the sale included.
  shop.clock.advance(6 * 86_400_000);
  expect(await shown()).toMatchObject({ sold: 7, sold_this_week: 7 });
  shop.clock.advance(86_400_000);
  expect(await shown()).toMatchObject({ sold: 7, sold_this_week: 0 });
});

test('a product has come back once it is in stock after it was sold out, and a new one has not', async () => {
  const shop = await createTestShop();
  const goodsId = await buildGoods(shop.ctx);
  const returnedAt = async () => (await shop.call('GET', `/api/goods/${goodsId}`)).data.returned_at;
  await stockUp(shop.ctx, goodsId, 2);
  await watchStock(shop.ctx);
  expect(await returnedAt()).toBeNull();
  const buyer = await buildBuyer(shop.ctx, 100_000_000n);
  await placeOrder(buyer.ctx, {
    body: { goods_id: String(goodsId), quantity: 2, gender: 'random' },
    idempotencyKey: randomUUID(),
  });
  shop.clock.advance(60_000);
  await watchStock(shop.ctx);
  expect(await returnedAt()).toBeNull();
  shop.clock.advance(60_000);
  await stockUp(shop.ctx, goodsId, 1);
  await watchStock(shop.ctx);
  expect(await returnedAt()).toBe(shop.clock.now().toISOString());
});
