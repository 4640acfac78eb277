import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildGoods } from '../../testing/build.ts';
import { writeSale, writeUser } from '../../testing/sales-facts.ts';
import { createWorld } from '../../testing/world.ts';
import { rollUpDailyTotals } from './roll-up-daily-totals.ts';

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
