import { errors } from '@portside/contract/wire/errors';
import fastify from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { createFreshShop, bearer, type TestShop } from '../../testing/app.ts';
import { buildCoupon, buildLevel, buildPriceList, setLevel } from '../../testing/build-prices.ts';
import { sql } from 'kysely';
import { buildAgent, buildGoods, fund, stockUp } from '../../testing/build.ts';
import { createPerson, signInAdmin } from '../../testing/people.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { countVisits, createCountVisitsJob, rollUpDailyTotals } from './index.ts';

/** Six days ago somebody signed up and bought; today there are a new buyer, one who came back, and one who only looks. */
let shop: TestShop;
let headers: Record<string, string>;
let goodsId: bigint;
let coupon: { id: bigint; code: string };

const get = async (path: string) => {
  const { status, data } = await shop.call('GET', path, undefined, headers);
  expect(status, path).toBe(200);
  return data;
};
const signUp = async (micro: bigint) => {
  const person = await shop.register();
  if (micro > 0n) await fund(shop.ctx, BigInt(person.id), micro);
  return person;
};
const buy = async (token: string, quantity: number, more: object = {}): Promise<void> => {
  const body = { goods_id: String(goodsId), quantity, ...more };
  expect(await shop.call('POST', '/api/orders', body, bearer(token))).toMatchObject({ code: 200 });
};

beforeAll(async () => {
  shop = await createFreshShop();
  const { ctx, clock } = shop;
  goodsId = await buildGoods(ctx);
  await stockUp(ctx, goodsId, 100);
  coupon = await buildCoupon(ctx, { basis_points: 5_000 });
  const gold = await buildLevel(ctx, { discount_basis_points: 1_000 });
  const old = await signUp(50_000_000n);
  await buy(old.token, 10);
  clock.advance(6 * DAY_MS);
  ({ headers } = await signInAdmin(ctx, ['sales.read', 'statistics.read', 'order.read']));
  const fresh = await signUp(50_000_000n);
  const golden = await signUp(50_000_000n);
  await signUp(0n);
  await setLevel(ctx, BigInt(golden.id), gold);
  await buy(old.token, 2);
  await buy(fresh.token, 4, { coupon: coupon.code });
  await buy(golden.token, 5);
  await buildPriceList(ctx, 'everybody', goodsId, { 1: 600_000n }, { ends_at: new Date('2999-01-01') });
  await buy(fresh.token, 3);
  // What was sold to them before stays theirs.
  await setLevel(ctx, BigInt(golden.id), null);
  await setLevel(ctx, BigInt(old.id), gold);
});

const TODAY = 'from=2026-11-26&to=2026-11-26';

test('from sign-up to the second order, and who came back', async () => {
  const { sum, before, from } = await get(`/api/admin/sales/customers?${TODAY}`);
  expect(from).toBe('2026-11-26');
  expect(sum).toEqual({
    visits: 0,
    signed_up: 3,
    topped_up: 2,
    ordered: 2,
    ordered_again: 1,
    buyers: 3,
    returning_buyers: 1,
  });
  expect(before).toMatchObject({ signed_up: 0, buyers: 0 });
  const both = await get('/api/admin/sales/customers?from=2026-11-20&to=2026-11-26');
  expect(both.sum).toMatchObject({ signed_up: 4, buyers: 3, returning_buyers: 0 });
  const file = await shop.app.http.inject({ url: `/api/admin/sales/customers/export?${TODAY}`, headers });
  expect(file.body).toMatch(/figure,count,count_before,time_zone\r?\nvisits,0,0,UTC\r?\nsigned_up,3,0,UTC/);
  expect(file.body).toContain('returning_buyers,1,');
});

test('the board has as many days before, but not for today', async () => {
  const board = await get('/api/admin/statistics/dashboard');
  expect(board.today.before).toBeNull();
  // The order of six days ago is of the last seven days; nothing was before.
  expect([board.last_7_days.orders, board.last_7_days.before.orders]).toEqual([5, 0]);
  expect(board.last_7_days.before).toMatchObject({ new_users: 0, deposited: '0' });
});

test('what each price brought and took off; a coupon counts beside the price', async () => {
  const { items } = await get(`/api/admin/sales/offers?${TODAY}`);
  const rows = items.map((row: any) => [row.kind, row.name, row.orders, row.amount, row.taken_off]);
  expect(rows.toSorted()).toEqual([
    ['coupon', coupon.code, 1, '2', '2'],
    ['level', '', 1, '4.5', '0.5'],
    ['list', '', 2, '4', '0'],
    ['promotion', 'Autumn sale', 1, '1.8', '1.2'],
  ]);
});

test.each(['before', 'after'])('sales by level, beside as many days before: %s the roll-up', async (when) => {
  if (when === 'after') while ((await rollUpDailyTotals(shop.ctx)).more);
  const { items, sum, before } = await get(`/api/admin/sales?by=level&${TODAY}`);
  expect(items.map((row: any) => [row.name, row.orders, row.amount]).toSorted()).toEqual([
    ['', 3, '5.8'],
    ['Gold', 1, '4.5'],
  ]);
  expect([sum.orders, before.orders]).toEqual([4, 0]);
  const span = await get('/api/admin/sales?by=day&from=2026-11-21&to=2026-11-26');
  expect([span.sum.orders, span.before.orders]).toEqual([4, 1]);
});

/** What the list of orders has with that filter. */
const listed = async (filter: string) => {
  const { items } = await get(`/api/admin/orders?${TODAY}&${filter}`);
  const { orders, amount } = await get(`/api/admin/orders/totals?${TODAY}&${filter}`);
  expect(orders).toBe(items.length);
  return [orders, amount];
};

test('the list of orders has what a level, a price or a coupon brought', async () => {
  const levels = await get(`/api/admin/sales?by=level&${TODAY}`);
  expect(levels.items).toHaveLength(2);
  for (const { key, orders, amount } of levels.items)
    expect(await listed(`level=${key}`)).toEqual([orders, amount]);
  const offers = await get(`/api/admin/sales/offers?${TODAY}`);
  expect(offers.items).toHaveLength(4);
  for (const { kind, id, name, orders, amount } of offers.items) {
    const list = kind === 'promotion' ? `&price_list=${id}` : '';
    const filter = kind === 'coupon' ? `coupon=${name}` : `price_source=${kind}${list}`;
    expect(await listed(filter)).toEqual([orders, amount]);
  }
});

test('the share of deliveries that succeeded leaves out the orders that the list shows as given up', async () => {
  const { db, clock } = shop.ctx;
  const share = async () => (await get('/api/admin/statistics/dashboard')).today.delivery_success;
  expect([await share(), await listed('delivery=failed')]).toEqual([1, [0, '0']]);
  const orders = await db.selectFrom('orders').select(['id', 'created_at']).orderBy('id').execute();
  // The first was placed days ago, and its mail is given up today.
  for (const { id, created_at: at } of [orders[0]!, orders[1]!, orders[2]!]) {
    await db.updateTable('orders').set({ delivery_state: 'failed' }).where('id', '=', id).execute();
    await sql`insert into order_timeline (order_id, placed_at, kind, at)
      values (${id}, ${at}, 'mailFailed', ${clock.now()})`.execute(db);
  }
  expect([await share(), await listed('delivery=failed')]).toEqual([0.5, [2, '4']]);
  await db.updateTable('orders').set({ delivery_state: 'sent' }).where('id', '=', orders[1]!.id).execute();
  expect([await share(), await listed('delivery=failed')]).toEqual([0.75, [1, '2']]);
});

test.each(['level', 'agent', 'goods', 'category'])('days without any sale, by %s', async (by) => {
  const { items, sum } = await get(`/api/admin/sales?by=${by}&from=2026-01-01&to=2026-01-02`);
  expect([items, sum.orders]).toEqual([[], 0]);
});

test('what was rolled up before levels were recorded is a row of its own', async () => {
  const { db } = shop.ctx;
  await db.deleteFrom('sales_by_day').where('by', '=', 'level').where('key', '<>', 0n).execute();
  await db.deleteFrom('sales_by_month').where('by', '=', 'level').where('key', '<>', 0n).execute();
  const { items, sum } = await get(`/api/admin/sales?by=level&${TODAY}`);
  expect(items.map((row: any) => [row.key, row.orders, row.amount]).toSorted()).toEqual([
    ['0', 3, '5.8'],
    ['unknown', 1, '4.5'],
  ]);
  expect([sum.orders, sum.amount]).toEqual([4, '10.3']);
});

test('a period of years is refused: orders are counted one by one', async () => {
  for (const path of ['customers', 'customers/export', 'offers']) {
    const answer = await shop.call(
      'GET',
      `/api/admin/sales/${path}?from=2020-01-01&to=2026-11-26`,
      undefined,
      headers,
    );
    expect(answer.code).toBe(errors.invalidFormat.code);
  }
});

test('the file of offers', async () => {
  const answer = await shop.app.http.inject({ url: `/api/admin/sales/offers/export?${TODAY}`, headers });
  expect(answer.body.split(/\r?\n/)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^.?kind,name,orders,accounts,amount,taken_off,time_zone$/),
    ]),
  );
  expect(answer.body).toContain(`coupon,${coupon.code},1,4,2,2,UTC`);
});

test('pages that people open are visits; calls, crawlers, the office and failures are none', async () => {
  const { ctx } = shop;
  const http = fastify();
  countVisits(http, ctx);
  http.get('/*', ({ url }, reply) => reply.status(url === '/lost' ? 404 : 200).send('page'));
  const open = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  for (const [url, sent] of [
    ['/', open],
    ['/product/mailbox', open],
    ['/admin/order', open],
    ['/sandbox?mails', open],
    ['/lost', open],
    ['/', {}],
    ['/api/goods', { ...open, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
  ] as const)
    await http.inject({ url, headers: sent });
  const job = createCountVisitsJob(ctx);
  await job.run();
  await job.run();
  expect((await get(`/api/admin/sales/customers?${TODAY}`)).sum.visits).toBe(2);
  await http.inject({ url: '/', headers: open });
  await job.run();
  expect((await get(`/api/admin/sales/customers?${TODAY}`)).sum.visits).toBe(3);
  // Openings of an agent's link count for the agent, too, in any case of the code.
  const { user } = await createPerson(ctx);
  const { promotion_code: code } = await buildAgent(ctx, {
    userId: user.id,
    platformName: 'Quay',
    telegram: '',
  });
  for (const url of [`/?promotion_code=${code}`, `/goods?x=1&promotion_code=${code.toLowerCase()}`])
    await http.inject({ url, headers: open });
  await http.inject({ url: `/?promotion_code=${code}` });
  await job.run();
  await job.run();
  const { rows } = await sql<{ clicks: bigint }>`
    select clicks from agent_clicks where agent_id = ${user.id}`.execute(ctx.db);
  expect(rows).toEqual([{ clicks: 2n }]);
  expect((await get(`/api/admin/sales/customers?${TODAY}`)).sum.visits).toBe(5);
});
