import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestShop } from '../../testing/app.ts';
import { buildBuyer, buildGoods, stockUp } from '../../testing/build.ts';
import { writeSale, writeUser } from '../../testing/sales-facts.ts';
import { createWorld } from '../../testing/world.ts';
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

const plain = (rows: readonly { goods_id: bigint; items: bigint }[]): string[] =>
  rows.map((row) => `${row.goods_id}: ${row.items}`);

test('what another version rolled up without counting it, or counted its own way, is counted once', async () => {
  const { ctx } = await createWorld();
  const rollUpAll = async () => {
    while ((await rollUpDailyTotals(ctx)).more);
  };
  const listSold = async () => {
    const sold = ctx.db.selectFrom('sold_goods').innerJoin('rollups', 'rollups.id', 'rollup_id');
    return plain(
      await sold.where('time_zone', '=', 'UTC').select(['goods_id', 'items']).orderBy('goods_id').execute(),
    );
  };
  const listByDay = async () => {
    const { rows } = await sql<{ goods_id: bigint; items: bigint }>`
      select key as goods_id, sum(items)::bigint as items from sales_by_day join rollups on rollups.id = rollup_id
      where time_zone = 'UTC' and by = 'goods' group by key having sum(items) > 0 order by key`.execute(
      ctx.db,
    );
    return plain(rows);
  };
  const goodsId = await buildGoods(ctx);
  const buyer = { id: await writeUser(ctx.db, new Date('2001-01-01'), null), agentId: 0n };
  const sale = { kind: 'sale', at: new Date('2026-10-01'), goodsId, agentId: buyer.agentId } as const;
  await writeSale(ctx.db, buyer, { ...sale, items: 3, amountMicro: 3_000_000n });
  await rollUpAll();
  expect(await listSold()).toEqual(await listByDay());
  const leaveBehind = () => sql`update rollups set sold_goods_movement = 0`.execute(ctx.db);
  for (const change of [
    sql`delete from sold_goods`,
    sql`update sold_goods set items = items + 1`,
    sql`insert into sold_goods select rollup_id, 999999, 1 from sold_goods limit 1`,
  ]) {
    await change.execute(ctx.db);
    await leaveBehind();
    await rollUpAll();
    expect(await listSold()).toEqual(await listByDay());
  }
});
