import { DAY_MS } from '../../platform/clock.ts';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createDb, type Db } from '../../platform/db/db.ts';
import type { Ctx } from '../../platform/context.ts';
import { buildBuyer, buildGoods } from '../../testing/build.ts';
import { openMigratedCopy } from '../../testing/database-copies.ts';
import {
  makeAgent,
  writeCommission,
  writeDeposit,
  writeRefund,
  writeSale,
  writeUser,
  type Buyer,
  type Fact,
} from '../../testing/sales-facts.ts';
import { createFreshWorld, createWorld, isOnPostgres, runsHere, type World } from '../../testing/world.ts';
import { sumDeposits, sumInflow, sumSales, sumUsers, readSnapshot } from './daily-totals.sql.ts';
import { placeOrder } from '../orders/index.ts';
import { importStock } from '../stock/index.ts';
import { listProfit } from './profit.ts';
import { rollUpDailyTotals } from './roll-up-daily-totals.ts';

const ZONES = ['UTC', 'Asia/Kathmandu', 'America/Sao_Paulo'];

let world: World;
let goods: bigint[];
let buyers: Buyer[];
let agents: bigint[];
beforeAll(async () => {
  world = await createWorld();
  const { ctx } = world;
  goods = [await buildGoods(ctx), await buildGoods(ctx)];
  agents = [await makeAgent(ctx.db), await makeAgent(ctx.db)];
  const long = new Date('2001-01-01');
  buyers = [{ id: await writeUser(ctx.db, long, null), agentId: 0n }];
  for (const agentId of agents) buyers.push({ id: await writeUser(ctx.db, long, agentId), agentId });
});

const setZone = (zone: string): Promise<unknown> =>
  sql`insert into settings (key, value, updated_at) values ('time_zone', ${JSON.stringify(zone)}::jsonb, now())
    on conflict (key) do update set value = excluded.value`.execute(world.ctx.db);

/** Everything committed of one history, as plain values: what the figures must add up to. */
type Book = {
  readonly facts: Fact[];
  readonly deposits: { at: Date; network: 'TRON' | 'ETH'; amountMicro: bigint }[];
  readonly users: Date[];
  readonly orders: { id: bigint; fact: Fact & { kind: 'sale' } }[];
};

type Open = { readonly settle: (commits: boolean) => Promise<void> };

const step = fc.record({
  act: fc.constantFrom(
    ...(['sale', 'sale', 'sale', 'sale', 'giveBack', 'commission', 'deposit', 'user'] as const),
    ...(['rollUp', 'rollUp', 'rollUp', 'killedRollUp', 'twoRollUps', 'settle', 'settle', 'zone'] as const),
    'otherVersion' as const,
  ),
  /** Left open, on a connection of its own, until some later step settles it. */
  stays: fc.boolean(),
  commits: fc.boolean(),
  /** On a few days each in three or four months. */
  minute: fc
    .tuple(fc.integer({ min: 0, max: 5 * 24 * 60 }), fc.nat(2))
    .map(([minute, part]) => minute + part * 33 * 24 * 60),
  /** The period that is compared, by its first day and its number of days; or the whole history. */
  period: fc.tuple(fc.integer({ min: -1, max: 80 }), fc.nat(80)),
  pick: fc.nat(100),
});
/** The period of a whole history. */
const WHOLE = [-1, 82] as const;

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

test(
  'rolled-up totals and what came after them are the sum of everything, whatever is open, killed or changed',
  { timeout: 600_000 },
  async () => {
    let history = 0;
    const histories = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      history += 1;
      const start = Date.UTC(2010, 0, 1) + history * 150 * DAY_MS;
      const book: Book = { facts: [], deposits: [], users: [], orders: [] };
      const open: Open[] = [];
      try {
        for (const one of steps) {
          await take(one, start, book, open);
          await compare(book, start, one.pick % 2 === 0 ? WHOLE : one.period);
        }
      } finally {
        while (open.length > 0) await open.pop()!.settle(true);
      }
      await compare(book, start, WHOLE);
    });
    await fc.assert(histories, { numRuns: runsHere(40) });
  },
);

async function take(one: Step, start: number, book: Book, open: Open[]): Promise<void> {
  const { ctx } = world;
  const at = new Date(start + one.minute * 60_000);
  const earlier = book.orders[one.pick % Math.max(1, book.orders.length)];
  switch (one.act) {
    case 'rollUp':
      return void (await rollUpDailyTotals(ctx, BigInt((one.pick % 5) + 1)));
    case 'twoRollUps':
      return void (await Promise.all([rollUpDailyTotals(ctx), rollUpDailyTotals(ctx)]));
    case 'killedRollUp':
      return killRollUp();
    case 'otherVersion':
      return rollUpWithoutMonths();
    case 'zone':
      return void (await setZone(ZONES[one.pick % ZONES.length]!));
    case 'settle':
      return open.splice(one.pick % Math.max(1, open.length), 1)[0]?.settle(one.commits);
    case 'deposit': {
      const network = one.pick % 2 === 0 ? 'TRON' : 'ETH';
      const micro = BigInt(one.pick * 2 + 2);
      const isReversed = one.pick % 3 === 0;
      const amountMicro = isReversed ? micro / 2n : micro;
      const write = (db: Db) => writeDeposit(db, network, at, micro, isReversed);
      return inOwnTransaction(one, open, write, () => void book.deposits.push({ at, network, amountMicro }));
    }
    case 'user':
      return inOwnTransaction(
        one,
        open,
        (db) => writeUser(db, at, null),
        () => void book.users.push(at),
      );
    case 'sale': {
      const buyer = buyers[one.pick % buyers.length]!;
      const items = (one.pick % 7) + 1;
      const fact = {
        kind: 'sale',
        at,
        goodsId: goods[one.pick % goods.length]!,
        agentId: buyer.agentId,
        items,
        amountMicro: BigInt(items) * 1_234_567n,
      } as const;
      const write = (db: Db) => writeSale(db, buyer, fact);
      return inOwnTransaction(one, open, write, (id) => {
        book.facts.push(fact);
        book.orders.push({ id, fact });
      });
    }
    case 'commission': {
      if (!earlier) return;
      book.orders.splice(book.orders.indexOf(earlier), 1);
      const fact = { ...earlier.fact, kind: 'commission', at, amountMicro: 7n } as const;
      const write = (db: Db) => writeCommission(db, earlier.id, fact);
      return inOwnTransaction(one, open, write, () => void book.facts.push(fact));
    }
    case 'giveBack': {
      if (!earlier) return;
      const back = (['refund', 'commissionReversal'] as const).map(
        (kind, index) => ({ ...earlier.fact, kind, at, amountMicro: BigInt(index * 3 + 2) }) as const,
      );
      const write = (db: Db) => writeRefund(db, earlier.id, back);
      return inOwnTransaction(one, open, write, () => void book.facts.push(...back));
    }
  }
}

/** On PostgreSQL some are left open, so that later ids are committed before earlier ones. */
async function inOwnTransaction<T>(
  { stays }: Step,
  open: Open[],
  write: (db: Db) => Promise<T>,
  done: (result: T) => void,
): Promise<void> {
  const { db } = world.ctx;
  if (!stays || !isOnPostgres) return done(await db.transaction().execute(write));
  const transaction = await db.startTransaction().execute();
  const result = await write(transaction);
  const settle = async (commits: boolean): Promise<void> => {
    await (commits ? transaction.commit() : transaction.rollback()).execute();
    if (commits) done(result);
  };
  open.push({ settle });
}

async function killRollUp(): Promise<void> {
  const { ctx } = world;
  const killed = ctx.db.transaction().execute(async (db) => {
    await rollUpDailyTotals({ ...ctx, db });
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
}

/** As a version that does not know the months: they are wrong and stay behind. */
async function rollUpWithoutMonths(): Promise<void> {
  const { ctx } = world;
  await rollUpDailyTotals(ctx);
  await sql`update sales_by_month set orders = orders + 1`.execute(ctx.db);
  await sql`update rollups set sales_by_month_movement = -1`.execute(ctx.db);
}

async function compare(book: Book, start: number, [first, count]: readonly [number, number]): Promise<void> {
  const [from, to] = [first, first + count].map((day) =>
    new Date(start + day * DAY_MS).toISOString().slice(0, 10),
  );
  const days = { from: from!, to: to! };
  const isWithin = (day: string): boolean => day >= days.from && day <= days.to;
  await readSnapshot(world.ctx, async ({ db, rollup }) => {
    const dayOf = (at: Date): string =>
      new Intl.DateTimeFormat('en-CA', { timeZone: rollup.time_zone, dateStyle: 'short' }).format(at);
    const facts = book.facts.filter(({ at }) => isWithin(dayOf(at)));
    for (const by of ['all', 'goods', 'agent'] as const) {
      const keyOf = (fact: Fact): bigint =>
        by === 'all' ? 0n : by === 'goods' ? fact.goodsId : fact.agentId;
      const perDay = await sumSales(db, rollup, { ...days, by, perRow: 'day' });
      expect(perDay).toEqual(addUp(facts, ({ at }) => dayOf(at)));
      const perKey = await sumSales(db, rollup, { ...days, by, perRow: 'key' });
      expect(perKey).toEqual(addUp(facts, (fact) => String(keyOf(fact))));
    }
    const sold = db.selectFrom('sold_goods').select(['goods_id', 'items']).where('rollup_id', '=', rollup.id);
    const byDay = db
      .selectFrom('sales_by_day')
      .select(({ fn }) => ['key as goods_id', fn.sum<bigint>('items').$castTo<bigint>().as('items')])
      .where('rollup_id', '=', rollup.id)
      .where('by', '=', 'goods')
      .groupBy('key')
      .having(({ fn }) => fn.sum('items'), '>', 0);
    expect(plain(await sold.orderBy('goods_id').execute())).toEqual(
      plain(await byDay.orderBy('key').execute()),
    );
    expect(await sumUsers(db, rollup, days)).toEqual(
      [...Map.groupBy(book.users.map(dayOf).filter(isWithin), (day) => day)]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([day, all]) => ({ day, users: BigInt(all.length) })),
    );
    const deposited = book.deposits.filter(({ at }) => isWithin(dayOf(at)));
    const deposits = Map.groupBy(deposited, ({ at, network }) => `${dayOf(at)} ${network}`);
    expect(await sumDeposits(db, rollup, days)).toEqual(
      [...deposits]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([label, all]) => ({
          day: label.split(' ')[0],
          network: label.split(' ')[1],
          deposits: BigInt(all.length),
          amount_micro: all.reduce((sum, { amountMicro }) => sum + amountMicro, 0n),
        })),
    );
    const ever = await sumDeposits(db, rollup, { from: '0001-01-01', to: '9999-12-31' });
    const byNetwork = [...Map.groupBy(ever, ({ network }) => network)].map(
      ([network, all]) => [network, all.reduce((sum, { amount_micro }) => sum + amount_micro, 0n)] as const,
    );
    expect(await sumInflow(db)).toEqual(new Map(byNetwork));
  });
}

const plain = (rows: readonly { goods_id: bigint; items: bigint }[]): string[] =>
  rows.map((row) => `${row.goods_id}: ${row.items}`);

function addUp(facts: readonly Fact[], labelOf: (fact: Fact) => string): unknown[] {
  const sum = (some: readonly Fact[], kind: Fact['kind']): bigint =>
    some.filter((fact) => fact.kind === kind).reduce((total, { amountMicro }) => total + amountMicro, 0n);
  return [...Map.groupBy(facts, labelOf)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([label, some]) => {
      const sales = some.filter((fact) => fact.kind === 'sale');
      return {
        label,
        orders: BigInt(sales.length),
        items: BigInt(sales.reduce((total, { items }) => total + items, 0)),
        amount_micro: sum(some, 'sale'),
        refunds: BigInt(some.filter(({ kind }) => kind === 'refund').length),
        refunded_micro: sum(some, 'refund'),
        commission_micro: sum(some, 'commission') - sum(some, 'commissionReversal'),
      };
    });
}

test('the very first movement of a shop is counted, and where nothing happens nothing is written', async () => {
  // On PostgreSQL other tests' transactions would count.
  const { pool, close } = await openMigratedCopy();
  const ctx = { ...world.ctx, db: createDb(pool) };
  await rollUpDailyTotals(ctx);
  await writeDeposit(ctx.db, 'ETH', ctx.clock.now(), 5n);
  await rollUpDailyTotals(ctx);
  const sums = await readSnapshot(ctx, ({ db, rollup, today }) =>
    sumDeposits(db, rollup, { from: today, to: today }),
  );
  expect(sums).toMatchObject([{ deposits: 1n, amount_micro: 5n }]);
  const nextTransaction = async (): Promise<unknown> =>
    (await sql`select pg_snapshot_xmax(pg_current_snapshot())::text as id`.execute(ctx.db)).rows[0];
  const before = await nextTransaction();
  await rollUpDailyTotals(ctx);
  expect(await nextTransaction()).toEqual(before);
  await close();
});

/** What a sale or a replacement is of, and how often it was counted, with what is not rolled up yet. */
const counted: Record<string, (ctx: Ctx) => Promise<Record<string, number>>> = {
  async 'a replacement'(ctx) {
    const { items } = await listProfit(ctx, { query: { by: 'goods', limit: 100 } });
    return Object.fromEntries(items.map(({ key, replacement_cost: cost }) => [key, Number(cost)]));
  },
  async "an agent's sale"(ctx) {
    const { items } = await listProfit(ctx, { query: { by: 'agent', limit: 100 } });
    return Object.fromEntries(items.map(({ key, accounts }) => [key, accounts]));
  },
};

type Written = readonly [key: string, write: (db: Db) => Promise<unknown>];

/** Two of a kind that lock nothing of each other, each by what it is counted under. */
const written: Record<string, (world: World) => Promise<readonly [Written, Written]>> = {
  'a replacement': ({ ctx }) => Promise.all([replaceable(ctx), replaceable(ctx)]),
  async "an agent's sale"({ ctx }) {
    const goodsId = await buildGoods(ctx);
    const at = ctx.clock.now();
    const one = async (): Promise<Written> => {
      const agentId = await makeAgent(ctx.db);
      const buyer = { id: await writeUser(ctx.db, at, agentId), agentId };
      const sale = { kind: 'sale', at, goodsId, agentId, items: 1, amountMicro: 5n } as const;
      return [String(agentId), (db) => writeSale(db, buyer, sale)];
    };
    return [await one(), await one()];
  },
};

/** An order of a product of its own, one account of which is replaced by another that cost 1 USDT. */
async function replaceable(ctx: Ctx): Promise<Written> {
  const goodsId = await buildGoods(ctx);
  const lines = [`${randomUUID()}----one`, `${randomUUID()}----two`];
  const purchase = { cost_micro: 1_000_000n, cost_per: 'each' as const, supplier_id: null };
  await importStock(ctx, { goodsId, gender: 'unspecified', note: '', lines, purchase });
  const body = { goods_id: String(goodsId), quantity: 1, gender: 'random' as const };
  const buyer = await buildBuyer(ctx, 900_000_000n);
  const { order_no } = await placeOrder(buyer.ctx, { body, idempotencyKey: randomUUID() });
  // As a replacement writes it, without the log of what admins do, which only one holds at a time.
  const replace = (db: Db): Promise<unknown> =>
    sql`
    with sold as (
      select orders.id, created_at, first_id from orders join order_ranges on order_id = orders.id
      where order_no = ${order_no}),
    entry as (
      insert into order_timeline (order_id, placed_at, kind, at, quantity)
      select id, created_at, 'replaced', ${ctx.clock.now()}, 1 from sold returning id, order_id)
    insert into remedied_items (item_id, order_id, replaced_by, timeline_id)
    select sold.first_id, sold.id, sold.first_id + 1, entry.id from sold, entry`.execute(db);
  return [String(goodsId), replace];
}

const ways = Object.keys(written).flatMap((kind) => [true, false].map((commits) => ({ kind, commits })));

test.runIf(isOnPostgres).each(ways)(
  '$kind that ends after a later one is counted once if it commits ($commits), and holds nothing back for ever',
  async ({ kind, commits }) => {
    const own = await createFreshWorld();
    const { ctx } = own;
    const [[first, writeFirst], [later, writeLater]] = await written[kind]!(own);
    while ((await rollUpDailyTotals(ctx)).more);
    const read = async (): Promise<unknown> => {
      const all = await counted[kind]!(ctx);
      return [first, later].map((key) => all[key] ?? 0);
    };
    const open = await ctx.db.startTransaction().execute();
    try {
      await writeFirst(open);
      await ctx.db.transaction().execute(writeLater);
      for (let turn = 0; turn < 2; turn += 1) {
        await rollUpDailyTotals(ctx);
        expect(await read()).toEqual([0, 1]);
      }
    } finally {
      await (commits ? open.commit() : open.rollback()).execute();
    }
    expect(await read()).toEqual([commits ? 1 : 0, 1]);
    while ((await rollUpDailyTotals(ctx)).more);
    expect(await read()).toEqual([commits ? 1 : 0, 1]);
    const { rows } = await sql`
      select from rollups where batch_sales_movement < marked_movement or batch_sales_entry < marked_entry`.execute(
      ctx.db,
    );
    expect(rows).toEqual([]);
  },
);
