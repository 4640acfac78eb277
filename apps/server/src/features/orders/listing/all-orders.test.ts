import fc from 'fast-check';
import {
  ORDER_STATUSES,
  parseMicro,
  type AdminOrder,
  type OrderStatus,
  type SortOf,
} from '@portside/contract';
import { PRICE_SOURCES, type PriceSource } from '@portside/contract/wire/quote';
import { sql } from 'kysely';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../../platform/context.ts';
import { idArray } from '../../../platform/db/arrays.ts';
import { pageReader } from '../../../platform/lists/page-reader.ts';
import { createWorld, runsHere } from '../../../testing/world.ts';
import { buildCategory, buildGoods } from '../../../testing/build.ts';
import { buildCoupon, buildLevel } from '../../../testing/build-prices.ts';
import { makeAgent, writeSale, writeUser } from '../../../testing/sales-facts.ts';
import { listAllOrders } from './all-orders.ts';
import { planSearch } from './plan-search.ts';
import { orderList, sumOrders } from './search-orders.ts';
import { spanOf, stampOf } from '../order-no.ts';

type Known = {
  readonly orderNo: string;
  readonly at: Date;
  readonly buyer: { readonly id: bigint; readonly name: string; readonly agentId: bigint | null };
  /** Who had brought the buyer, 0 for nobody. */
  readonly agentId: bigint;
  readonly goodsId: bigint;
  readonly categoryId: bigint;
  readonly status: OrderStatus;
  /** That the buyer had, 0 for none. */
  readonly levelId: bigint;
  readonly delivery: AdminOrder['delivery']['state'];
  readonly source: PriceSource;
  readonly listId: bigint;
  readonly hasCoupon: boolean;
  readonly items: number;
  readonly micro: bigint;
};

/** A year without orders of other tests. */
const START = Date.UTC(2015, 2, 3, 23, 59, 59, 990);

const OWN_TIME = {
  from: new Date(START - 5_000).toISOString(),
  to: new Date(START + 86_400_000).toISOString(),
};

let ctx: Ctx;
let orders: Known[];
let names: string[];
let agents: bigint[];
let levels: bigint[];
let coupon: { readonly id: bigint; readonly code: string };
let goods: { id: bigint; categoryId: bigint }[];

beforeAll(async () => {
  ({ ctx } = await createWorld());
  const { db } = ctx;
  agents = [await makeAgent(db), await makeAgent(db)];
  levels = [await buildLevel(ctx, {}), await buildLevel(ctx, {})];
  coupon = await buildCoupon(ctx, {});
  const categories = [await buildCategory(ctx, { en: 'One' }, 1), await buildCategory(ctx, { en: 'Two' }, 2)];
  goods = [];
  for (const categoryId of [categories[0]!, categories[0]!, categories[1]!])
    goods.push({ id: await buildGoods(ctx, { category_id: categoryId }), categoryId });
  const buyers: Known['buyer'][] = [];
  for (const agentId of [null, agents[0]!, agents[0]!, agents[1]!]) {
    const id = await writeUser(db, new Date(START), agentId);
    const { rows } = await sql<{
      username_key: string;
    }>`select username_key from users where id = ${id}`.execute(db);
    buyers.push({ id, agentId, name: rows[0]!.username_key });
  }
  // Whom they are brought by in the end: one by another, one by nobody, and one by somebody for the first time.
  const present = new Map(buyers.map((buyer, n) => [buyer, [agents[1]!, agents[1]!, null, agents[1]!][n]!]));
  names = buyers.map(({ name }) => name);
  orders = [];
  for (let n = 0; n < 120; n += 1) {
    const buyer = buyers[(n * 7) % buyers.length]!;
    const { id: goodsId, categoryId } = goods[(n * 5) % goods.length]!;
    const items = (n % 4) + 1;
    // Several in a millisecond, and gaps of seconds.
    const at = new Date(START + Math.floor(n / 16) * (n % 3 === 0 ? 1_000 : 1));
    const micro = BigInt(items) * BigInt((n % 9) + 1) * 500_000n;
    const fact = {
      kind: 'sale',
      at,
      goodsId,
      agentId: buyer.agentId ?? 0n,
      items,
      amountMicro: micro,
    } as const;
    const id = await writeSale(db, { id: buyer.id, agentId: buyer.agentId ?? 0n }, fact);
    // Of before: it does not say who had brought its buyer, and the commission may.
    const knowsAgent = n % 3 > 0;
    const hasEarned = !knowsAgent && n % 2 === 0 && buyer.agentId !== null;
    if (hasEarned) await earn(buyer.agentId, id);
    const agentId = (knowsAgent || hasEarned ? buyer.agentId : present.get(buyer)) ?? 0n;
    const status = ORDER_STATUSES[n % 11 === 0 ? 2 : n % 13 === 0 ? 3 : n % 5 === 0 ? 0 : 1];
    // The level is not that of the buyer now, except in orders of before, which do not say it.
    const levelId = [levels[0]!, levels[1]!, 0n][n % 3]!;
    const delivery = (['sent', 'queued', 'failed', 'unconfirmed'] as const)[n % 7 > 3 ? 0 : n % 7]!;
    const source = PRICE_SOURCES[n % 5]!;
    const { rows } = await sql<{ order_no: string }>`
      update orders set status = ${status}, agent_id = ${knowsAgent ? (buyer.agentId ?? 0n) : null},
        level_id = ${n % 4 > 0 ? levelId : null}, delivery_state = ${delivery === 'unconfirmed' ? 'sent' : delivery},
        mail_unconfirmed = ${delivery === 'unconfirmed'}, price_source = ${source === 'list' ? null : source},
        price_source_id = ${n % 10}, coupon_id = ${n % 6 === 0 ? coupon.id : null}
      where id = ${id} returning order_no`.execute(db);
    // Also of one that was sent again.
    for (let turn = delivery === 'failed' ? 1 + (n % 2) : n % 4 === 0 ? 1 : 0; turn > 0; turn -= 1)
      await sql`insert into order_timeline (order_id, placed_at, kind, at) values (${id}, ${at}, 'mailFailed', ${at})`.execute(
        db,
      );
    const refunds = status === 'refunded' ? 2 : status === 'partially_refunded' ? 1 : 0;
    for (let turn = 0; turn < refunds; turn += 1)
      await sql`insert into order_timeline (order_id, placed_at, kind, at) values (${id}, ${at}, 'refunded', ${at})`.execute(
        db,
      );
    orders.push({
      orderNo: rows[0]!.order_no,
      at,
      buyer,
      agentId,
      goodsId,
      categoryId,
      status,
      levelId: n % 4 > 0 ? levelId : levels[1]!,
      delivery,
      source,
      listId: BigInt(n % 10),
      hasCoupon: n % 6 === 0,
      items,
      micro,
    });
  }
  for (const [{ id }, agent_id] of present)
    await db.updateTable('users').set({ agent_id, level_id: levels[1]! }).where('id', '=', id).execute();
  orders.sort((a, b) => b.at.getTime() - a.at.getTime() || (a.orderNo < b.orderNo ? 1 : -1));
});

/** An agent's commission on an order, without balances. */
const earn = (agentId: bigint, orderId: bigint): Promise<unknown> =>
  sql`
  with own as (
    insert into ledger_accounts (kind, user_id, balance_micro) values ('commission', ${agentId}, 0)
    on conflict (user_id, kind) do update set balance_micro = 0 returning id)
  insert into ledger_movements (kind, reference, debit_account, credit_account, amount_micro, created_at)
  select 'commission', ${orderId}, 5, id, 1, now() from own`.execute(ctx.db);

/** Mostly absent: of many conditions at once hardly any order passes all. */
const some = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const second = fc.integer({ min: -2, max: 45 }).map((n) => new Date(START + n * 1_000).toISOString());
const wanted = fc.record({
  order: some(fc.record({ index: fc.nat(119), length: fc.integer({ min: 2, max: 23 }) })),
  buyer: some(fc.record({ index: fc.nat(3), length: fc.integer({ min: 7, max: 40 }) })),
  category: some(fc.nat(1)),
  goods: some(fc.nat(2)),
  agent: some(fc.nat(2)),
  status: some(fc.constantFrom(...ORDER_STATUSES)),
  level: some(fc.nat(2)),
  delivery: some(fc.constantFrom('queued', 'sent', 'failed', 'unconfirmed')),
  price_source: some(fc.constantFrom(...PRICE_SOURCES)),
  price_list: some(fc.constantFrom('3', '4', '8', '9')),
  coupon: some(fc.boolean()),
  from: some(second),
  to: some(second),
  amount_from: some(fc.constantFrom('1', '2.5', '7')),
  amount_to: some(fc.constantFrom('3', '9', '20')),
});
type Wanted = typeof wanted extends fc.Arbitrary<infer T> ? T : never;

const toFilter = ({
  order,
  buyer,
  category,
  goods: product,
  agent,
  level,
  coupon: used,
  ...rest
}: Wanted) => ({
  ...rest,
  order_no: order && orders[order.index]!.orderNo.slice(0, order.length).toLowerCase(),
  buyer: buyer && names[buyer.index]!.slice(0, buyer.length).toUpperCase(),
  category: category === undefined ? undefined : String(goods[category * 2]!.categoryId),
  goods: product === undefined ? undefined : String(goods[product]!.id),
  agent: agent === undefined ? undefined : String(agents[agent] ?? 0n),
  level: level === undefined ? undefined : String(levels[level] ?? 0n),
  coupon: used === undefined ? undefined : used ? coupon.code : 'NOSUCHCODE',
});
type Filter = ReturnType<typeof toFilter>;

const passes =
  (filter: Filter) =>
  (order: Known): boolean =>
    (filter.order_no === undefined || order.orderNo.startsWith(filter.order_no.toUpperCase())) &&
    (filter.buyer === undefined || order.buyer.name.startsWith(filter.buyer.toLowerCase())) &&
    (filter.category === undefined || String(order.categoryId) === filter.category) &&
    (filter.goods === undefined || String(order.goodsId) === filter.goods) &&
    (filter.agent === undefined || String(order.agentId) === filter.agent) &&
    (filter.level === undefined || String(order.levelId) === filter.level) &&
    (filter.delivery === undefined || order.delivery === filter.delivery) &&
    (filter.price_source === undefined || order.source === filter.price_source) &&
    (filter.price_list === undefined ||
      (['own', 'promotion'].includes(order.source) && String(order.listId) === filter.price_list)) &&
    (filter.coupon === undefined || (filter.coupon === coupon.code && order.hasCoupon)) &&
    (filter.status === undefined || order.status === filter.status) &&
    (filter.from === undefined || order.at >= new Date(filter.from)) &&
    (filter.to === undefined || order.at <= new Date(filter.to)) &&
    (filter.amount_from === undefined || order.micro >= parseMicro(filter.amount_from)) &&
    (filter.amount_to === undefined || order.micro <= parseMicro(filter.amount_to));

type Paging = {
  readonly sort?: SortOf<'listAllOrders'> | undefined;
  readonly bounds?: { readonly windows?: readonly number[] | undefined } | undefined;
  /** Happens between two pages. */
  readonly meanwhile?: () => Promise<void>;
};

/** All pages of a filter; only orders of this test. */
async function readAll(
  filter: Filter,
  limit: number,
  { sort, bounds, meanwhile }: Paging,
): Promise<string[]> {
  const own = { ...OWN_TIME, ...dropUndefined(filter) };
  const search = await planSearch(ctx.db, own);
  if (search === null) return [];
  const found: string[] = [];
  let place: string | undefined;
  for (let page = 0; page < 1_000; page += 1) {
    const readPage = pageReader(orderList, { sort, cursor: place });
    const { rows: some, next_cursor: next } = await readPage(ctx.db, search, limit, bounds);
    expect(some.length).toBeLessThanOrEqual(limit);
    found.push(...some.map((order) => order.order_no));
    if (next === null) return found;
    place = next;
    await meanwhile?.();
  }
  throw new Error('the list has no end');
}

/** Of one amount, or of one millisecond, by the number, the same way. */
const ORDERS: Record<string, (a: Known, b: Known) => number> = {
  created_at: (a, b) => (a.orderNo < b.orderNo ? -1 : 1),
  total_amount: (a, b) => Number(a.micro - b.micro) || (a.orderNo < b.orderNo ? -1 : 1),
};

function sorted(all: readonly Known[], sort: SortOf<'listAllOrders'> = '-created_at'): Known[] {
  const compare = ORDERS[sort.replace('-', '')]!;
  return all.toSorted((a, b) => (sort.startsWith('-') ? compare(b, a) : compare(a, b)));
}

const sorts = fc.constantFrom(undefined, 'created_at', '-created_at', 'total_amount', '-total_amount');
/** Searches as short as they get among the usual. */
const allBounds = fc.record({
  windows: fc.constantFrom(undefined, [1], [2, 3], [7, 20, 50]),
});

const dropUndefined = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Partial<T>;

test('pages of any filter in any order hold what passes it, each once, however short the windows are', async () => {
  const property = fc.asyncProperty(
    wanted,
    sorts,
    fc.integer({ min: 1, max: 40 }),
    allBounds,
    async (want, sort, limit, bounds) => {
      const filter = toFilter(want);
      const expected = sorted(orders.filter(passes(filter)), sort).map(({ orderNo }) => orderNo);
      expect(await readAll(filter, limit, { sort, bounds })).toEqual(expected);
    },
  );
  await fc.assert(property, { numRuns: runsHere(600) });
});

test('orders placed while pages are read displace none, in any order', async () => {
  const property = fc.asyncProperty(
    wanted,
    sorts,
    allBounds,
    fc.array(fc.record({ at: fc.nat(7_000), micro: fc.nat(18) }), { minLength: 1, maxLength: 5 }),
    async (want, sort, bounds, news) => {
      const filter = toFilter(want);
      const known = sorted(orders.filter(passes(filter)), sort).map(({ orderNo }) => orderNo);
      const placed: bigint[] = [];
      const meanwhile = async (): Promise<void> => {
        const one = news[placed.length];
        if (one !== undefined) placed.push(await placeAnother(new Date(START + one.at), one.micro));
      };
      const found = await readAll(filter, 9, { sort, bounds, meanwhile });
      await sql`delete from orders where id = any(${idArray(placed)}::bigint[])`.execute(ctx.db);
      const isKnown = new Set(known);
      expect(found.filter((orderNo) => isKnown.has(orderNo))).toEqual(known);
      expect(new Set(found).size).toBe(found.length);
    },
  );
  await fc.assert(property, { numRuns: runsHere(150) });
});

/** Of the first buyer and product, who are in many filters. */
async function placeAnother(at: Date, halves: number): Promise<bigint> {
  const { buyer, goodsId } = orders[0]!;
  const amountMicro = BigInt(halves + 1) * 500_000n;
  const fact = { kind: 'sale', at, goodsId, agentId: 0n, items: 1, amountMicro } as const;
  return writeSale(ctx.db, { id: buyer.id, agentId: 0n }, fact);
}

test('a category of more products than indexes are read side by side is read by time', async () => {
  const filter = toFilter({ category: 0 } as Wanted);
  const before = await readAll(filter, 50, {});
  await sql`insert into goods (category_id, name, description, price_micro, created_at)
    select ${goods[0]!.categoryId}, '{}', '{}', 1, now() from generate_series(1, 250)`.execute(ctx.db);
  expect((await planSearch(ctx.db, { category: filter.category }))!.source.kind).toBe('all');
  expect(await readAll(filter, 50, {})).toEqual(before);
});

test('the sum of a filter is the sum of what it lists', async () => {
  const property = fc.asyncProperty(wanted, async (want) => {
    const filter = { ...OWN_TIME, ...dropUndefined(toFilter(want)) };
    const all = orders.filter(passes(toFilter(want)));
    const expected = {
      orders: BigInt(all.length),
      items: BigInt(all.reduce((sum, { items }) => sum + items, 0)),
      amountMicro: all.reduce((sum, { micro }) => sum + micro, 0n),
      countedFrom: null,
    };
    expect(await sumOrders(ctx.db, filter, { isWhole: false })).toEqual(expected);
    const windows = { length: 3, most: 10_000 };
    expect(await sumOrders(ctx.db, filter, { isWhole: false, windows })).toEqual(expected);
  });
  await fc.assert(property, { numRuns: runsHere(100) });
});

test('a cursor belongs to its order, and is refused in every other', async () => {
  const cursors = new Map<string | undefined, string>();
  const list = (sort: SortOf<'listAllOrders'> | undefined, cursor?: string) =>
    listAllOrders(ctx, { query: { limit: 1, ...(sort && { sort }), ...(cursor && { cursor }) } });
  const ways = [undefined, 'created_at', '-created_at', 'total_amount', '-total_amount'] as const;
  for (const sort of ways) cursors.set(sort, (await list(sort)).next_cursor!);
  for (const sort of ways)
    for (const [other, cursor] of cursors)
      if (sort === other) expect((await list(sort, cursor)).items).toHaveLength(1);
      else await expect(list(sort, cursor)).rejects.toMatchObject({ reason: 'invalidFormat' });
  await expect(list('total_amount', 'total_amount.5')).rejects.toMatchObject({ reason: 'invalidFormat' });
});

test('an order shows its buyer and the agent who had brought them', async () => {
  const query = { limit: 1, order_no: orders.find(({ agentId }) => agentId === agents[0])!.orderNo };
  const { items } = await listAllOrders(ctx, { query });
  expect(items).toMatchObject([
    { agent: { id: String(agents[0]) }, buyer: { username: expect.any(String) } },
  ]);
});

const time = fc.date({ min: new Date('2001-01-01'), max: new Date('2098-12-31'), noInvalidDate: true });

test('the beginning of a number spans exactly the times whose numbers begin so', () => {
  const property = fc.property(time, fc.integer({ min: 1, max: 15 }), (at, length) => {
    const beginning = stampOf(at).slice(0, length);
    const { from, to } = spanOf(beginning)!;
    const isInside = (ms: number): boolean => stampOf(new Date(ms)).startsWith(beginning);
    expect([from.getTime(), to.getTime()].map(isInside)).toEqual([true, true]);
    if (from.getUTCFullYear() > 2000) expect(isInside(from.getTime() - 1)).toBe(false);
    if (to.getUTCFullYear() < 2099) expect(isInside(to.getTime() + 1)).toBe(false);
  });
  fc.assert(property, { numRuns: 2_000 });
});

test('what no number begins with has no span', () => {
  for (const beginning of ['X', '26A', '2613', '262', '2602300', '26023', '26112025'])
    expect(spanOf(beginning)).toBeNull();
  expect(spanOf('261120120000000ABC')?.from).toEqual(new Date('2026-11-20T12:00:00Z'));
});

test('who brought a buyer before such agents were kept is known by a commission', async () => {
  const { db } = ctx;
  const buyer = await writeUser(db, new Date(START), null);
  const known = orders[0]!;
  const fact = { kind: 'sale', at: new Date(START - 86_400_000), items: 1, amountMicro: 5n } as const;
  const sale = { ...fact, goodsId: known.goodsId, agentId: agents[0]! };
  await earn(agents[0]!, await writeSale(db, { id: buyer, agentId: agents[0]! }, sale));
  const seed = readFileSync(join(import.meta.dirname, '../../../migrations/0029-former-agents.sql'), 'utf8');
  // One that the trigger has kept meanwhile is met again.
  for (let turn = 0; turn < 2; turn += 1) await sql.raw(seed).execute(db);
  const { rows } = await sql`select agent_id, user_id from former_agents where user_id = ${buyer}`.execute(
    db,
  );
  expect(rows).toEqual([{ agent_id: agents[0], user_id: buyer }]);
});
