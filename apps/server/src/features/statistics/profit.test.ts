import { formatMicro, type ProfitSums } from '@portside/contract';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { buildAgent, buildBuyer, buildGoods, type TestBuyer } from '../../testing/build.ts';
import { readProfitBook, type ProfitBook } from '../../testing/sales-facts.ts';
import { signInAdmin } from '../../testing/people.ts';
import { createFreshWorld, runsHere, type World } from '../../testing/world.ts';
import { recordDeposit } from '../../testing/followed-chain.ts';
import { giveBonuses, takeBonusBack } from '../bonuses/give-bonus.ts';
import { replaceTiers } from '../bonuses/bonuses.sql.ts';
import { findDeposit } from '../deposits/deposits.sql.ts';
import { refundOrder } from '../orders/after-sales/refund-order.ts';
import { replaceItems } from '../orders/after-sales/replace-items.ts';
import { placeOrder } from '../orders/index.ts';
import { importStock } from '../stock/index.ts';
import { createSupplier } from '../suppliers/index.ts';
import { listProfit, listSupplierProfit } from './profit.ts';
import { changeSettings } from '../settings/settings.ts';
import { BATCH_SUMS } from './batch-sales.sql.ts';
import { rollUpDailyTotals } from './roll-up-daily-totals.ts';
import { listSales, microOf } from './list-sales.ts';

const ZONES = ['UTC', 'Pacific/Kiritimati', 'America/Sao_Paulo'];

/** What is bought of two products, what becomes of it, and what an independent reader makes of the plain rows. */

const act = fc.record({
  kind: fc.constantFrom(
    ...(['import', 'order', 'order', 'order', 'refund', 'replace', 'bonus', 'takeBack'] as const),
    ...(['day', 'weeks', 'rollUp', 'rollUp', 'cutOff', 'cost', 'bring', 'zone'] as const),
  ),
  pick: fc.nat(1_000),
  count: fc.integer({ min: 1, max: 7 }),
  costMicro: fc.oneof(fc.bigInt(0n, 50n), fc.bigInt(0n, 3_000_000n)),
});
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

const acts = (...named: (readonly [Act['kind'], count: number, pick?: number])[]): Act[] =>
  named.map(([kind, count, pick = 0]) => ({ kind, count, pick, costMicro: 1_000_003n }));

/** What belongs to one month is rolled up in parts; then that month is over, and the last account is replaced too late. */
const IN_PARTS = acts(
  ['import', 7, 6],
  ['import', 7, 6],
  ['order', 3],
  ['order', 2],
  ['rollUp', 7],
  ['rollUp', 7],
  ['replace', 1],
  ['rollUp', 7],
  ['refund', 1],
  ['rollUp', 7],
  ['rollUp', 7],
  ['weeks', 7],
  ['weeks', 7],
  ['order', 1],
  ['rollUp', 7],
  ['rollUp', 7],
  ['replace', 1, 2],
);

/** A buyer whose agent earns nothing by them is brought by another one, before an order and a bonus are taken back. */
const BROUGHT_ANEW = acts(
  ['import', 7],
  ['bring', 1, 4],
  ['order', 2],
  ['bonus', 1],
  ['rollUp', 7],
  ['rollUp', 7],
  ['bring', 1],
  ['refund', 1],
  ['takeBack', 1],
);

type Shop = {
  readonly world: World;
  readonly goods: readonly bigint[];
  readonly buyers: readonly TestBuyer[];
  readonly agents: readonly bigint[];
  readonly suppliers: readonly bigint[];
  readonly orders: string[];
  /** Deposits that earned a bonus, and who had brought the buyer of each. */
  readonly paid: bigint[];
  readonly earnedFor: Map<bigint, bigint>;
};

async function openShop(): Promise<Shop> {
  const world = await createFreshWorld();
  const { ctx } = world;
  const goods = [
    await buildGoods(ctx, { price_micro: 1_000_001n }),
    await buildGoods(ctx, { price_micro: 7n }),
  ];
  const agent = await buildBuyer(ctx);
  await buildAgent(ctx, { userId: agent.id, platformName: 'Pier', telegram: '', commissionBasisPoints: 777 });
  const buyers = [await buildBuyer(ctx, 900_000_000n), await buildBuyer(ctx, 900_000_000n)];
  await ctx.db.updateTable('users').set({ agent_id: agent.id }).where('id', '=', buyers[0]!.id).execute();
  // What they bring earns them nothing, and is theirs all the same.
  const idle = await buildBuyer(ctx);
  await buildAgent(ctx, { userId: idle.id, platformName: 'Mole', telegram: '' });
  await offerBonus(ctx);
  const suppliers = [];
  for (const name of ['Quay', 'Mole'])
    suppliers.push(BigInt((await createSupplier(ctx, { body: { name, contact: '' } })).id));
  // Or else the many ids before the first user would keep all that follows from being rolled up.
  while ((await rollUpDailyTotals(ctx)).more);
  return {
    world,
    goods,
    buyers,
    agents: [agent.id, idle.id],
    suppliers,
    orders: [],
    paid: [],
    earnedFor: new Map(),
  };
}

async function offerBonus({ db, clock }: Ctx): Promise<void> {
  const { id } = await db
    .insertInto('bonuses')
    .values({
      name: 'all',
      level_ids: [],
      starts_at: new Date(0),
      ends_at: null,
      is_on: true,
      created_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await replaceTiers(db, id, [{ fromMicro: 1n, basisPoints: 10_000, amountMicro: null }]);
}

/** A payment that earns as much as it is. */
async function payWithBonus(
  { world: { ctx }, paid, earnedFor }: Shop,
  userId: bigint,
  micro: bigint,
): Promise<void> {
  const id = await recordDeposit(ctx, micro, { state: 'credited', user_id: userId });
  const { agent_id: agentId } = await ctx.db
    .selectFrom('users')
    .select('agent_id')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  paid.push(id);
  earnedFor.set(id, agentId ?? 0n);
  const deposits = [(await findDeposit(ctx.db, id))!];
  await giveBonuses(ctx, { deposits, userId, credit: { by: 'buyer' } });
}

const costFor = (shop: Shop, { pick, costMicro }: Act) =>
  pick % 4 === 0
    ? { cost_micro: null, cost_per: null, supplier_id: null }
    : {
        cost_micro: costMicro,
        cost_per: pick % 4 === 1 ? ('each' as const) : ('all' as const),
        supplier_id: shop.suppliers[pick % 3] ?? null,
      };

async function take(shop: Shop, one: Act): Promise<void> {
  const { ctx, clock } = shop.world;
  const goodsId = shop.goods[one.pick % 2]!;
  const buyer = shop.buyers[one.pick % 2]!;
  const order = shop.orders[one.pick % Math.max(1, shop.orders.length)];
  switch (one.kind) {
    case 'day':
      return clock.advance(DAY_MS);
    case 'weeks':
      return clock.advance(one.count * 4 * DAY_MS);
    case 'rollUp':
      return void (await rollUpDailyTotals(ctx, BigInt(one.count)));
    case 'cutOff':
      return expect(
        ctx.db.transaction().execute(async (db) => {
          await rollUpDailyTotals({ ...ctx, db }, BigInt(one.count));
          throw new Error('cut off');
        }),
      ).rejects.toThrow('cut off');
    case 'zone':
      await changeSettings((await signInAdmin(ctx)).ctx, { time_zone: ZONES[one.pick % ZONES.length]! });
      return;
    case 'bring': {
      const agent_id = shop.agents[one.pick % 3] ?? null;
      return void (await ctx.db.updateTable('users').set({ agent_id }).where('id', '=', buyer.id).execute());
    }
    case 'bonus':
      return payWithBonus(shop, buyer.id, one.costMicro + 1n);
    case 'takeBack': {
      const [paid] = shop.paid.splice(one.pick % Math.max(1, shop.paid.length), 1);
      if (paid === undefined) return;
      return takeBonusBack(ctx, { deposit: (await findDeposit(ctx.db, paid))! });
    }
    case 'cost':
      return void (await ctx.db
        .updateTable('stock_batches')
        .set(costFor(shop, one))
        .where(sql<boolean>`id % 3 = ${one.pick % 3}`)
        .execute());
    case 'import': {
      const tag = randomUUID();
      const lines = Array.from({ length: one.count }, (_, index) => `${tag}-${index}----${tag}`);
      const purchase = costFor(shop, one);
      return void (await importStock(ctx, { goodsId, gender: 'unspecified', note: '', lines, purchase }));
    }
    case 'order': {
      const body = { goods_id: String(goodsId), quantity: one.count, gender: 'random' as const };
      const placed = await placeOrder(buyer.ctx, { body, idempotencyKey: randomUUID() }).catch(() => null);
      if (placed) shop.orders.push(placed.order_no);
      return;
    }
    case 'refund':
    case 'replace': {
      if (!order) return;
      const admin = await signInAdmin(ctx);
      const left = await goodItems(ctx, order);
      if (left.length === 0) return;
      const item_ids = left.slice(0, one.count).map(String);
      const remedy = { params: { order_no: order }, body: { reason: 'dead', item_ids } };
      await (one.kind === 'refund' ? refundOrder : replaceItems)(admin.ctx, remedy).catch(() => null);
    }
  }
}

async function goodItems({ db }: Ctx, orderNo: string): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select item.id from orders join order_ranges range on range.order_id = orders.id
    cross join lateral generate_series(first_id, end_id - 1) item (id)
    where order_no = ${orderNo} and not exists (select from remedied_items where item_id = item.id)
    order by item.id`.execute(db);
  return rows.map(({ id }) => id);
}

const expectBook = (sums: ProfitSums, book: ProfitBook): void => {
  const { revenue, refunded, cost, commission, bonus, unknown } = book;
  expect(sums).toMatchObject({
    revenue: formatMicro(revenue),
    refunded: formatMicro(refunded),
    cost: formatMicro(cost),
    commission: formatMicro(commission),
    bonus: formatMicro(bonus),
    profit: formatMicro(revenue - refunded - cost - commission - bonus),
    unknown_accounts: unknown,
  });
};

/** The months are the sums of their days, and what is of all is the sum of what is of agents. */
async function expectMonthsOfDays({ db }: Ctx): Promise<void> {
  const sums = sql.join(BATCH_SUMS.map((sum) => sql`sum(${sql.ref(sum)})::text as ${sql.ref(sum)}`));
  const read = async (table: string, month: string, by: string) =>
    (
      await sql`
        select rollup_id, ${sql.raw(month)}::text as month, batch_id, goods_id, ${sums} from ${sql.table(table)}
        where by = ${by} group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db)
    ).rows;
  const months = await read('batch_sales_by_month', 'month', 'all');
  expect(await read('batch_sales_by_day', `date_trunc('month', day)::date`, 'all')).toEqual(months);
  expect(await read('batch_sales_by_day', `date_trunc('month', day)::date`, 'agent')).toEqual(months);
  expect(await read('batch_sales_by_month', 'month', 'agent')).toEqual(months);
}

test(
  'property: profit of a period is revenue less refunds, cost, commission and bonus, by whatever it is listed',
  { timeout: 600_000 },
  async () => {
    const histories = fc.asyncProperty(fc.array(act, { minLength: 20, maxLength: 60 }), async (acts) => {
      const shop = await openShop();
      const { ctx } = shop.world;
      for (const one of acts) await take(shop, one);
      const today = ctx.clock.now().getTime();
      for (const [first, last] of [
        [300, -1],
        [75, 20],
        [2, 1],
        [1, -1],
      ] as const) {
        const [from, to] = [first, last].map((ago) =>
          new Date(today - ago * DAY_MS).toISOString().slice(0, 10),
        );
        const { time_zone: zone } = await listProfit(ctx, { query: { by: 'day', from, to, limit: 1 } });
        const book = await readProfitBook(ctx.db, { from: from!, to: to!, zone }, shop.earnedFor);
        for (const by of ['day', 'goods', 'category', 'supplier', 'agent'] as const) {
          const query = { by, from, to, limit: 100 };
          const { items, sum } = await listProfit(ctx, { query });
          expectBook(sum, book);
          const profit = items.reduce((total, row) => total + microOf(row.profit), 0n);
          expect(formatMicro(profit)).toBe(sum.profit);
          const sales = by === 'agent' ? (await listSales(ctx, { query: { ...query, by } })).items : [];
          for (const { key, amount, refunded } of sales)
            expect([key, amount, refunded]).toEqual([key, ...(book.agents[key] ?? ['0', '0']).slice(0, 2)]);
          if (by === 'agent')
            for (const { key, revenue, refunded, bonus } of items)
              expect([key, revenue, refunded, bonus]).toEqual([
                key,
                ...(book.agents[key] ?? ['0', '0', '0']),
              ]);
          if (by === 'day' || by === 'agent') continue;
          // Bonuses alone are in their line.
          for (const { key, revenue, cost, bonus } of items)
            expect(key === 'bonus' ? [revenue, cost] : [bonus]).toEqual(key === 'bonus' ? ['0', '0'] : ['0']);
        }
      }
      // What is read with much still to add is the same once all of it is rolled up.
      const query = { by: 'supplier', from: '2026-01-01', to: '2028-12-31', limit: 100 } as const;
      const late = await listProfit(ctx, { query });
      const suppliers = await listSupplierProfit(ctx, { query: { by: 'supplier', limit: 100 } });
      while ((await rollUpDailyTotals(ctx)).more);
      const read = await listProfit(ctx, { query });
      if (read.time_zone === late.time_zone) {
        expect(read).toEqual(late);
        expect(await listSupplierProfit(ctx, { query: { by: 'supplier', limit: 100 } })).toEqual(suppliers);
      }
      await expectMonthsOfDays(ctx);
    });
    await fc.assert(histories, { numRuns: runsHere(16), examples: [[IN_PARTS], [BROUGHT_ANEW]] });
  },
);

test('suppliers: what came, what was sold, how much was claimed and how long it took', async () => {
  const shop = await openShop();
  const { ctx, clock } = shop.world;
  const lines = Array.from({ length: 10 }, (_, index) => `${randomUUID()}-${index}----secret`);
  const purchase = { cost_micro: 1_000_000n, cost_per: 'all' as const, supplier_id: shop.suppliers[0]! };
  await importStock(ctx, { goodsId: shop.goods[0]!, gender: 'unspecified', note: '', lines, purchase });
  clock.advance(3 * DAY_MS);
  const body = { goods_id: String(shop.goods[0]), quantity: 4, gender: 'random' as const };
  const { order_no } = await placeOrder(shop.buyers[0]!.ctx, { body, idempotencyKey: randomUUID() });
  const [dead] = await goodItems(ctx, order_no);
  const admin = await signInAdmin(ctx);
  const remedy = { reason: 'dead', item_ids: [String(dead)] };
  await replaceItems(admin.ctx, { params: { order_no }, body: remedy });
  const { items } = await listSupplierProfit(ctx, { query: { by: 'supplier', limit: 100 } });
  expect(items).toEqual([
    expect.objectContaining({ name: 'Mole', imported: 0, sold: 0, claim_rate: null, days_to_sell: null }),
    {
      id: String(shop.suppliers[0]),
      name: 'Quay',
      imported: 10,
      sold: 4,
      claim_rate: 0,
      replacement_cost: '0.1',
      days_to_sell: 3,
    },
  ]);
  const sums = { imported: 10, sold: 4, claim_rate: 0, replacement_cost: '0.1', days_to_sell: 3 };
  const byGoods = await listSupplierProfit(ctx, { query: { by: 'goods', limit: 100 } });
  expect(byGoods.items).toEqual([{ id: String(shop.goods[0]), name: expect.any(String), ...sums }]);
  await importStock(ctx, {
    goodsId: shop.goods[0]!,
    gender: 'unspecified',
    note: 'later',
    lines: [randomUUID()],
  });
  const byBatch = await listSupplierProfit(ctx, { query: { by: 'batch', limit: 100 } });
  expect(byBatch.items).toEqual([
    expect.objectContaining({ name: 'later', imported: 1, sold: 0, claim_rate: null }),
    expect.objectContaining({ name: '', ...sums }),
  ]);
});
