import { beforeAll, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../../../testing/people.ts';
import { bearer, createTestShop, type TestShop } from '../../../testing/app.ts';
import { buildGoods, fund, stockUp } from '../../../testing/build.ts';
import { makeAgent, writeSale } from '../../../testing/sales-facts.ts';

let shop: TestShop;
let admin: TestAdmin;
let goodsId: bigint;
beforeAll(async () => {
  shop = await createTestShop();
  admin = await signInAdmin(shop.ctx, ['order.read', 'order.export']);
  goodsId = await buildGoods(shop.ctx, { name: { en: '=HYPERLINK("http://x.example")' } });
  await stockUp(shop.ctx, goodsId, 50);
});

const get = (path: string, headers = admin.headers) => shop.call('GET', path, undefined, headers);

async function buy(quantity: number) {
  const buyer = await shop.register();
  await fund(shop.ctx, BigInt(buyer.id), 100_000_000n);
  const body = { goods_id: String(goodsId), quantity };
  const { data } = await shop.call('POST', '/api/orders', body, bearer(buyer.token));
  return { buyer, orderNo: data.order_no as string };
}

test('an order of any buyer is found, with its timeline', async () => {
  const { buyer, orderNo } = await buy(2);
  shop.clock.advance(60_000);
  const asBuyer = bearer(buyer.token);
  const again = { email: 'other@example.test' };
  const mailed = await shop.call('POST', `/api/orders/${orderNo}/delivery-email`, again, asBuyer);
  expect(mailed.body).toMatchObject({ code: 200 });
  shop.clock.advance(60_000);
  const read = await shop.call('GET', `/api/orders/${orderNo}/accounts`, undefined, asBuyer);
  expect(read.body).toMatchObject({ code: 200 });
  const { data } = await get(`/api/admin/orders?buyer=${buyer.username}`);
  expect(data).toMatchObject({ next_cursor: null, items: [{ order_no: orderNo, status: 'completed' }] });
  const one = await get(`/api/admin/orders/${orderNo}`);
  expect(one.data).toMatchObject({
    refunded_amount: '0',
    order: { buyer: { username: buyer.username, email: buyer.email }, agent: null, quantity: 2 },
    events: [
      { kind: 'placed', actor: buyer.username, accounts: 2, amount: '2' },
      { kind: 'mailAgain', actor: buyer.username, note: 'other@example.test' },
      { kind: 'read', actor: buyer.username },
    ],
  });
  expect((await get('/api/admin/orders/26112099999999')).code).toBe(506);
});

test("an operator resends the delivery e-mail to the order's own address, without using the buyer's resends", async () => {
  const { buyer, orderNo } = await buy(1);
  const { headers, user } = await signInAdmin(shop.ctx, ['order.deliver']);
  const path = `/api/admin/orders/${orderNo}/delivery-email`;
  expect((await shop.call('POST', path, undefined, admin.headers)).code).toBe(400003);
  for (let times = 0; times < 4; times += 1) {
    const { code, data } = await shop.call('POST', path, { email: 'thief@example.test' }, headers);
    expect([code, data.delivery.email, data.delivery.resends_left]).toEqual([200, buyer.email, 3]);
  }
  const queued = await shop.ctx.db
    .selectFrom('mails')
    .innerJoin('orders', 'orders.id', 'mails.reference')
    .select(['recipient'])
    .where('orders.order_no', '=', orderNo)
    .where('mails.kind', '=', 'order-delivery')
    .where('mails.state', '=', 'queued')
    .execute();
  expect(queued).toEqual([{ recipient: buyer.email }]);
  const { events } = (await get(`/api/admin/orders/${orderNo}`)).data;
  expect(events.at(-1)).toMatchObject({ kind: 'mailAgain', actor: user.username, note: buyer.email });
});

test('totals are exact over time, and bounded where only orders can tell', async () => {
  const before = (await get('/api/admin/orders/totals')).data;
  const { buyer } = await buy(3);
  const after = (await get('/api/admin/orders/totals')).data;
  expect(after).toMatchObject({
    orders: before.orders + 1,
    accounts: before.accounts + 3,
    counted_from: null,
  });
  const own = await get(`/api/admin/orders/totals?buyer=${buyer.username}&status=processing`);
  expect(own.data).toEqual({ orders: 1, accounts: 3, amount: '3', counted_from: null });
});

test('totals of a time that begins and ends within days add whole days and parts', async () => {
  const { db } = shop.ctx;
  const product = await buildGoods(shop.ctx);
  const buyer = { id: await makeAgent(db), agentId: 0n };
  const start = Date.UTC(2014, 5, 1);
  for (let hour = 0; hour < 96; hour += 1) {
    const at = new Date(start + hour * 3_600_000);
    await writeSale(db, buyer, {
      kind: 'sale',
      at,
      goodsId: product,
      agentId: 0n,
      items: 1,
      amountMicro: 1_000_000n,
    });
  }
  const count = async (from: number, to: number) => {
    const [first, last] = [from, to].map((hour) => new Date(start + hour * 3_600_000).toISOString());
    return (await get(`/api/admin/orders/totals?goods=${product}&from=${first}&to=${last}`)).data.orders;
  };
  expect(await count(0, 95)).toBe(96);
  expect(await count(0, 23)).toBe(24);
  expect(await count(5, 80)).toBe(76);
  expect(await count(30, 40)).toBe(11);
  expect(await count(24, 48)).toBe(25);
  expect(await count(200, 300)).toBe(0);
});

test('the file holds every order of the filter, and nothing that a spreadsheet would run', async () => {
  const { db } = shop.ctx;
  const buyer = { id: await makeAgent(db), agentId: 0n };
  const start = Date.UTC(2016, 0, 1);
  const times = Array.from({ length: 2_345 }, (_, n) => new Date(start + n * 1_000));
  for (const at of times)
    await writeSale(db, buyer, { kind: 'sale', at, goodsId, agentId: 0n, items: 1, amountMicro: 1_000_000n });
  const span = `from=${new Date(start).toISOString()}&to=${new Date(start + 1e7).toISOString()}`;
  const { status, body } = await get(`/api/admin/orders/export?${span}`);
  const lines = (body as string).trimEnd().split('\r\n');
  expect([status, lines.length]).toEqual([200, times.length + 1]);
  expect(lines[0]).toMatch(/^\ufefforder_no,created_at,status,/);
  expect(new Set(lines.slice(1).map((line) => line.split(',')[1])).size).toBe(times.length);
  expect(lines[1]).toContain(times.at(-1)!.toISOString());
  expect(body).toContain(`"'=HYPERLINK(""http://x.example"")"`);
});

test('buyers and admins without the permission see none of it', async () => {
  const { token } = await shop.register();
  const other = await signInAdmin(shop.ctx, ['user.read']);
  for (const path of ['', '/totals', '/export', '/26112099999999']) {
    expect((await get(`/api/admin/orders${path}`, bearer(token))).code).toBe(400003);
    expect((await get(`/api/admin/orders${path}`, other.headers)).code).toBe(400003);
    expect((await shop.call('GET', `/api/admin/orders${path}`)).code).toBe(401);
  }
});

test('a cursor that no list gave is refused', async () => {
  expect((await get('/api/admin/orders?cursor=5')).code).toBe(519);
});
