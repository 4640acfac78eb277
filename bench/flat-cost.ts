/** Does an order cost the same whatever its size, the stock, the product's age and the history? */
import { sql } from 'kysely';
import type { Ctx } from '../apps/server/src/platform/context.ts';
import { readFlags, figures, quantile, table } from './setup/report.ts';
import { order } from './setup/load.ts';
import { onDatabase } from './setup/on-database.ts';
import { makeBuyers, makeGoods } from './setup/shop.ts';

const flags = readFlags({ history: [0, 500_000, 5_000_000], rounds: [300] });
const [rounds = 300] = flags.rounds;
/** Items left in stock when an order is timed. */
const LEFT = 1_000_000;
const rows: string[][] = [];

/** Sequential orders of one buyer: the p50 of a single order. */
async function time(buyer: Ctx, goodsId: string, quantity: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    await order(buyer, goodsId, quantity);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return quantile(times, 0.5);
}

await onDatabase(flags.embedded, async ({ ctx }) => {
  const [buyer] = await makeBuyers(ctx, 1);
  const add = (what: string, value: number, ms: number): void =>
    void rows.push([what, figures(value), ms.toFixed(2)]);
  const [warm] = await makeGoods(ctx, 1, 10_000_000);
  await time(buyer!, warm!, 1);
  for (const quantity of [1, 10, 100, 1_000, 10_000])
    add('items of the order', quantity, await time(buyer!, warm!, quantity));
  for (const stock of [1_000, 100_000, 10_000_000]) {
    const [goodsId] = await makeGoods(ctx, 1, stock);
    add('items in stock', stock, await time(buyer!, goodsId!, 1));
  }
  let made = 0;
  for (const history of flags.history) {
    const sold = await makeHistory(ctx, history - made);
    made = history;
    const [goodsId] = await makeGoods(ctx, 1, LEFT);
    add('earlier orders in the shop', history, await time(buyer!, goodsId!, 1));
    if (sold) add('of them of this very product', sold.orders, await time(buyer!, sold.goodsId, 1));
  }
});
table(['what grows', 'to', 'one order, p50 ms'], rows);

type Sold = { readonly goodsId: string; readonly orders: number };

/** Past orders of other buyers for one product, with their ranges and movements, as after years of selling. */
async function makeHistory(ctx: Ctx, count: number): Promise<Sold | null> {
  if (count <= 0) return null;
  const [goodsId] = await makeGoods(ctx, 1, count + LEFT);
  const { rows: starts } = await sql<{ first: bigint }>`
    update stock_ranges set next_id = next_id + ${count} where goods_id = ${goodsId}
    returning next_id - ${count} as first`.execute(ctx.db);
  const { first } = starts[0]!;
  await sql`with placed as (
      insert into orders (id, order_no, user_id, goods_id, quantity, gender, unit_price_micro, total_micro, status,
        email, delivery_state, idempotency_key, request_hash, created_at, accounts_delete_at, accounts_deleted_at)
      select nextval('order_ids'), 'H' || md5(n::text || ${first}::text), 2000000 + n % 20000, ${goodsId}::bigint, 1,
        'random', 1000, 1000, 'completed', 'a@bench.test', 'sent', md5(n::text || ${first}::text), 0,
        now() - interval '30 days', now() - interval '23 days', now() - interval '23 days'
      from generate_series(1, ${count}) n returning id),
    numbered as (select id, row_number() over () - 1 as n from placed),
    taken as (insert into order_ranges (first_id, end_id, order_id)
      select ${first} + n, ${first} + n + 1, id from numbered)
    insert into ledger_movements (kind, reference, debit_account, credit_account, amount_micro, created_at)
    select 'sale', id, 2000000 + n % 20000, 5, 1000, now() - interval '30 days' from numbered`.execute(
    ctx.db,
  );
  // So that the next order does not wait for this one's dirty pages.
  await sql`vacuum analyze`.execute(ctx.db);
  await sql`checkpoint`.execute(ctx.db);
  return { goodsId: goodsId!, orders: count };
}
