import { readXlsx } from 'hucre/xlsx';
import { beforeAll, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin, createPerson } from '../../testing/people.ts';
import { bearer, createTestShop, type TestShop } from '../../testing/app.ts';
import { buildCategory, buildGoods, fund, stockUp } from '../../testing/build.ts';
import { makeAgent, writeRefund, writeSale, writeUser } from '../../testing/sales-facts.ts';
import { sell } from '../../testing/sale.ts';

let shop: TestShop;
let admin: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
  admin = await signInAdmin(shop.ctx, ['statistics.read', 'sales.read']);
});

const get = (path: string, headers = admin.headers) => shop.call('GET', path, undefined, headers);

test('an order, a deposit and a new user show at once', async () => {
  const goodsId = await buildGoods(shop.ctx);
  await stockUp(shop.ctx, goodsId, 20);
  const before = (await get('/api/admin/statistics/dashboard')).data;
  const buyer = await shop.register();
  await fund(shop.ctx, BigInt(buyer.id), 50_000_000n);
  const body = { goods_id: String(goodsId), quantity: 4 };
  await shop.call('POST', '/api/orders', body, bearer(buyer.token));
  const { data } = await get('/api/admin/statistics/dashboard');
  for (const period of ['today', 'last_7_days', 'last_30_days'] as const) {
    const [old, now] = [before[period], data[period]];
    expect([now.orders - old.orders, now.accounts - old.accounts, now.new_users - old.new_users]).toEqual([
      1, 4, 1,
    ]);
    expect(Number(now.income) - Number(old.income)).toBeCloseTo(4);
    expect(Number(now.deposits[0].amount) - Number(old.deposits[0].amount)).toBeCloseTo(50);
  }
  expect(data).toMatchObject({ time_zone: 'UTC', online_users: 0 });
  const trend = (await get('/api/admin/statistics/income-trend?days=5')).data.days;
  expect(trend).toHaveLength(5);
  expect(trend.at(-1)).toMatchObject({
    day: '2026-11-20',
    orders: data.today.orders,
    deposited: expect.any(String),
  });
  const low = (await get('/api/admin/statistics/low-stock')).data.items;
  expect(low.find((row: any) => row.goods.id === String(goodsId))).toMatchObject({
    stock: 16,
    sold_per_day: 0.6,
    days_left: 28,
  });
  const best = (await get('/api/admin/statistics/best-sellers')).data.items;
  expect(best.find((row: any) => row.key === String(goodsId))).toMatchObject({ accounts: 4, amount: '4' });
});

test('the dashboard shows queued and failing mails', async () => {
  const { db, clock } = shop.ctx;
  const health = async () => (await get('/api/admin/statistics/mail-health')).data;
  const before = await health();
  const at = clock.now();
  const mail = { kind: 'test', reference: 0n, recipient: 'a@example.test', next_at: at, created_at: at };
  await db
    .insertInto('mails')
    .values([mail, { ...mail, attempts: 2 }])
    .execute();
  await db
    .insertInto('mails')
    .values({ ...mail, state: 'sent', sent_at: at })
    .execute();
  expect(await health()).toMatchObject({
    waiting: before.waiting + 2,
    failing: before.failing + 1,
    last_sent_at: at.toISOString(),
  });
  await db.deleteFrom('mails').where('kind', '=', 'test').execute();
});

test('sales by day, product, category and agent have the same total; a refund counts on its own day', async () => {
  const { ctx } = shop;
  const [categoryId, agentId] = [await buildCategory(ctx, { en: 'Boxes' }, 1), await makeAgent(ctx.db)];
  const goodsId = await buildGoods(ctx, { category_id: categoryId, name: { en: '@box' } });
  const buyer = { id: await writeUser(ctx.db, new Date('2001-01-01'), agentId), agentId };
  const [day1, day2] = [new Date('2018-03-01T10:00:00Z'), new Date('2018-03-02T10:00:00Z')];
  const sale = { kind: 'sale', at: day1, goodsId, agentId, items: 3, amountMicro: 9_000_000n } as const;
  const orderId = await writeSale(ctx.db, buyer, sale);
  await writeRefund(ctx.db, orderId, [{ ...sale, kind: 'refund', at: day2, amountMicro: 3_000_000n }]);
  const read = async (by: string) =>
    (await get(`/api/admin/sales?by=${by}&from=2018-03-01&to=2018-03-03`)).data;
  const sum = {
    orders: 1,
    accounts: 3,
    amount: '9',
    refunds: 1,
    refunded: '3',
    commission: '0',
    income: '6',
  };
  const nothing = { orders: 0, amount: '0', refunds: 0 };
  expect(await read('day')).toMatchObject({
    sum,
    items: [
      { key: '2018-03-01', ...nothing, orders: 1, amount: '9' },
      { key: '2018-03-02', ...nothing, refunds: 1, refunded: '3', income: '-3' },
      { key: '2018-03-03', ...nothing },
    ],
  });
  expect((await read('goods')).items).toMatchObject([{ key: String(goodsId), name: '@box', ...sum }]);
  expect((await read('category')).items).toMatchObject([{ key: String(categoryId), name: 'Boxes', ...sum }]);
  expect((await read('agent')).items).toMatchObject([
    { key: String(agentId), name: expect.stringMatching(/^Agent/), ...sum },
  ]);
  const { body } = await get('/api/admin/sales/export?by=goods&from=2018-03-01&to=2018-03-03');
  expect((body as string).split('\r\n').slice(1)).toEqual([`${goodsId},"'@box",1,3,9,1,3,0,6,UTC`, '']);
  const { db } = shop.ctx;
  const entries = db
    .selectFrom('audit_entries')
    .select(['subject', 'after'])
    .where('user_id', '=', admin.user.id);
  expect(await entries.where('action', '=', 'sales.export').execute()).toEqual([
    { subject: 'sales', after: { filter: 'by=goods from=2018-03-01 to=2018-03-03', rows: 1 } },
  ]);
});

test('amounts of an XLSX are numbers that add up, ids are texts, and a CSV stays as it was', async () => {
  const { ctx } = shop;
  const goodsId = await buildGoods(ctx);
  const buyer = { id: await writeUser(ctx.db, new Date('2001-01-01'), null), agentId: 0n };
  for (const [day, amountMicro] of [12_500_000n, 1_100_000n, 1_250_000_000n].entries()) {
    const at = new Date(Date.UTC(2019, 4, 10 + day, 12));
    await writeSale(ctx.db, buyer, { kind: 'sale', at, goodsId, agentId: 0n, items: 1, amountMicro });
  }
  const owner = await signInAdmin(ctx);
  const file = async (path: string) =>
    (await shop.app.http.inject({ url: path, headers: owner.headers })).rawPayload;
  const days = 'from=2019-05-10&to=2019-05-12';
  for (const [path, column, id] of [
    [`/api/admin/sales/export?${days}`, 'amount', 'day'],
    [`/api/admin/orders/export?${days}`, 'total_amount', 'order_no'],
  ] as const) {
    const [head, ...rows] = (await readXlsx(await file(`${path}&format=xlsx`))).sheets[0]!.rows;
    const [amounts, ids] = [column, id].map((name) => rows.map((row) => row[head!.indexOf(name)]));
    expect((amounts as number[]).reduce((sum, one) => sum + one, 0)).toBeCloseTo(1263.6, 9);
    expect(ids!.every((one) => typeof one === 'string')).toBe(true);
    const csv = (await file(path)).toString();
    expect(csv).toContain('1250');
    expect(await file(`${path}&format=csv`)).toEqual(Buffer.from(csv));
  }
});

test("a refund counts for the agent who earned the commission, even if the buyer's agent has changed", async () => {
  const owner = await signInAdmin(shop.ctx);
  const sale = await sell(shop, 2, { price: 5 });
  const post = (method: string, path: string, body: object) => shop.call(method, path, body, owner.headers);
  const hire = async (): Promise<string> => {
    const { username } = (await createPerson(shop.ctx)).user;
    const agent = { username, platform_name: 'Pier', commission_percent: '10' };
    return (await post('POST', '/api/agents', agent)).data.id;
  };
  const [first, second] = [await hire(), await hire()];
  const giveTo = (agentId: string) => post('PUT', `/api/users/${sale.userId}/agent`, { agent_id: agentId });
  await giveTo(first);
  const wanted = { goods_id: String(sale.goodsId), quantity: 2 };
  const { data: order } = await shop.call('POST', '/api/orders', wanted, sale.buyer);
  await giveTo(second);
  await post('POST', `/api/admin/orders/${order.order_no}/refunds`, { reason: 'dead' });
  const day = shop.clock.now().toISOString().slice(0, 10);
  const { items } = (await get(`/api/admin/sales?by=agent&from=${day}&to=${day}&limit=500`)).data;
  const figuresOf = (id: string) => items.find(({ key }: { key: string }) => key === id);
  expect(figuresOf(first)).toMatchObject({
    orders: 1,
    amount: '10',
    refunded: '10',
    commission: '0',
    income: '0',
  });
  // An order without commission counts for the buyer's present agent.
  expect(figuresOf(second)).toMatchObject({ orders: 1, refunded: '0' });
  // Lists show the buyers that an agent has now, and their totals are the same orders.
  for (const agent of [first, second]) {
    const list = (await shop.call('GET', `/api/admin/orders?agent=${agent}`, undefined, owner.headers)).data;
    const totals = (
      await shop.call('GET', `/api/admin/orders/totals?agent=${agent}`, undefined, owner.headers)
    ).data;
    expect(totals.orders).toBe(list.items.length);
  }
});

test('invalid periods are refused, and so are callers without the permission', async () => {
  expect((await get('/api/admin/sales?from=2018-03-02&to=2018-03-01')).code).toBe(519);
  expect((await get('/api/admin/sales?from=1990-01-01')).code).toBe(519);
  const { token } = await shop.register();
  const paths = [
    'statistics/dashboard',
    'statistics/income-trend',
    'statistics/best-sellers',
    'statistics/low-stock',
    'sales',
    'sales/export',
  ];
  for (const path of paths) expect((await get(`/api/admin/${path}`, bearer(token))).code).toBe(400003);
});
