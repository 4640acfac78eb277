import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildBuyer, buildGoods, stockUp } from '../../../testing/build.ts';
import { createWorld } from '../../../testing/world.ts';
import { placeStandingOrders } from './place-standing-orders.ts';
import { createStandingOrder } from './standing-orders.ts';

test('a price that means "at any" is bought at, and holds up nobody', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx);
  const [first, second] = [await buildBuyer(ctx, 100_000_000n), await buildBuyer(ctx, 100_000_000n)];
  for (const [buyer, most_price] of [
    [first, '999999999999'],
    [second, '1'],
  ] as const)
    await createStandingOrder(buyer.ctx, {
      body: { goods_id: String(goodsId), quantity: 20, gender: 'random', most_price, days: 1 },
      idempotencyKey: randomUUID(),
    });
  await stockUp(ctx, goodsId, 40);
  while ((await placeStandingOrders(ctx)).more);
  for (const { id } of [first, second]) {
    const orders = ctx.db.selectFrom('orders').select('quantity').where('user_id', '=', id);
    expect(await orders.execute()).toEqual([{ quantity: 20 }]);
  }
});
