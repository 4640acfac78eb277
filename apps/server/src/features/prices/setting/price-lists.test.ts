import { beforeAll, expect, test } from 'vitest';
import { createTestShop, type Answer, type TestShop } from '../../../testing/app.ts';
import { buildBuyer, buildGoods } from '../../../testing/build.ts';
import { signInAdmin, type TestAdmin } from '../../../testing/people.ts';

let shop: TestShop;
let ann: TestAdmin;
let bob: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
  const actions = ['price.read', 'price.write'];
  [ann, bob] = [await signInAdmin(shop.ctx, actions), await signInAdmin(shop.ctx, actions)];
});

const ask = (method: string, path: string, body?: unknown, { headers } = ann): Promise<Answer> =>
  shop.call(method, `/api/${path}`, body, headers);
const goods = async (floorMicro: bigint | null = null): Promise<string> =>
  String(await buildGoods(shop.ctx, { floor_micro: floorMicro }));
const inHours = (hours: number): string =>
  new Date(shop.clock.now().getTime() + hours * 3_600_000).toISOString();
const promotion = (prices: readonly object[], more: object = {}) => ({
  name: 'Autumn',
  kind: 'promotion',
  ends_at: inHours(24),
  prices,
  ...more,
});
const pricesOf = async (id: string) => (await ask('GET', `admin/price-lists/${id}`)).data.prices;

test('a list is made, replaced and deleted; of what changed the log has before and after', async () => {
  const [one, other] = [await goods(), await goods()];
  const rows = [
    { goods_id: one, price: '0.9' },
    { goods_id: other, min_quantity: 100, price: '0.8' },
  ];
  const made = await ask('POST', 'admin/price-lists', promotion(rows));
  expect(made.data).toMatchObject({ proposal: null, list: { state: 'running', products: 2 } });
  const { id } = made.data.list;
  expect(await pricesOf(id)).toMatchObject([
    { goods_id: one, min_quantity: 1, price: '0.9' },
    { goods_id: other, min_quantity: 100, price: '0.8' },
  ]);
  const changed = promotion([{ goods_id: one, price: '0.85' }, rows[1]!], { is_on: false });
  expect((await ask('PUT', `admin/price-lists/${id}`, changed)).data.list).toMatchObject({ state: 'off' });
  const entry = await shop.ctx.db
    .selectFrom('audit_entries')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({
    action: 'priceList.update',
    before: { isOn: true, prices: { [`${one} ×1`]: '0.9' } },
    after: { isOn: false, prices: { [`${one} ×1`]: '0.85' } },
  });
  expect((await ask('DELETE', `admin/price-lists/${id}`)).code).toBe(200);
  expect((await ask('GET', `admin/price-lists/${id}`)).code).toBe(506);
});

test('every wrong price is named, and none is kept', async () => {
  const id = await goods();
  const rows = [
    { goods_id: id, price: '0.9' },
    { goods_id: '999999', price: '0.9' },
    { goods_id: id, price: '0.8' },
  ];
  const before = (await ask('GET', 'admin/price-lists')).data.items.length;
  const call = { method: 'POST', url: '/api/admin/price-lists', payload: promotion(rows) } as const;
  const { code, faults } = (await shop.app.http.inject({ ...call, headers: ann.headers })).json();
  expect([code, faults]).toEqual([
    100_001,
    [
      { field: 'prices.1.goods_id', fault: 'unknown', value: '999999' },
      { field: 'prices.2.min_quantity', fault: 'twice' },
    ],
  ]);
  expect((await ask('GET', 'admin/price-lists')).data.items).toHaveLength(before);
});

test.each([
  ['an end before the start', () => ({ starts_at: inHours(2), ends_at: inHours(1) }), 100_001],
  ['an end that has passed', () => ({ starts_at: inHours(-2), ends_at: inHours(-1) }), 100_001],
  ['a promotion without an end', () => ({ ends_at: undefined }), 510],
  ['a list for no level', () => ({ kind: 'level' }), 510],
  ['a list for an unknown level', () => ({ kind: 'level', level_id: '999999' }), 506],
  ['a list for nobody', () => ({ kind: 'buyer', username: 'nobody-here' }), 200_001],
  ['a promotion for one buyer', () => ({ username: 'anybody' }), 100_001],
  ['a list for a level and a buyer', () => ({ kind: 'level', level_id: '1', username: 'anybody' }), 100_001],
  ['a list for a buyer and a level', () => ({ kind: 'buyer', level_id: '1', username: 'anybody' }), 100_001],
])('%s is refused', async (_, more, code) => {
  const rows = [{ goods_id: await goods(), price: '0.9' }];
  expect((await ask('POST', 'admin/price-lists', promotion(rows, more()))).code).toBe(code);
});

test("prices below a floor wait for somebody else, who is not the buyer; the buyer's page shows them", async () => {
  const buyer = await buildBuyer(shop.ctx);
  const { username } = await shop.ctx.db
    .selectFrom('users')
    .select('username')
    .where('id', '=', buyer.id)
    .executeTakeFirstOrThrow();
  const [cheap, dear] = [await goods(600_000n), await goods()];
  const prices = [
    { goods_id: cheap, price: '0.5' },
    { goods_id: dear, price: '0.5' },
  ];
  const wanted = { name: 'Own', kind: 'buyer', username, prices, reason: 'he takes all of it' };
  const { data } = await ask('POST', 'admin/price-lists', wanted);
  expect(data).toMatchObject({
    list: null,
    proposal: {
      state: 'proposed',
      beneficiary: username,
      terms: { kind: 'buyer', owner: username, products: 1, prices: 2, former_prices: null, is_on: true },
    },
  });
  expect((await ask('GET', `users/${buyer.id}/prices`)).data.lists).toEqual([]);
  expect((await ask('POST', `proposals/${data.proposal.id}/approve`, undefined, bob)).data.state).toBe(
    'applied',
  );
  const [list] = (await ask('GET', `users/${buyer.id}/prices`)).data.lists;
  expect(list).toMatchObject({
    name: 'Own',
    user: { username },
    prices: [{ price: '0.5' }, { price: '0.5' }],
  });
  // As low as was agreed: alone. Lower: together again.
  const again = (price: string) =>
    ask('PUT', `admin/price-lists/${list.id}`, { ...wanted, prices: [{ goods_id: cheap, price }] });
  expect((await again('0.5')).data.proposal).toBeNull();
  expect((await again('0.4')).data.proposal).toMatchObject({ state: 'proposed' });
  expect(await pricesOf(list.id)).toMatchObject([{ price: '0.5' }]);
});

test('what was approved does not pass once another product of it has a floor', async () => {
  const [cheap, other] = [await goods(600_000n), await goods()];
  const prices = [
    { goods_id: cheap, price: '0.5' },
    { goods_id: other, price: '0.5' },
  ];
  const { proposal } = (await ask('POST', 'admin/price-lists', promotion(prices, { name: 'Late' }))).data;
  await shop.ctx.db
    .updateTable('goods')
    .set({ floor_micro: 900_000n })
    .where('id', '=', BigInt(other))
    .execute();
  const { data } = await ask('POST', `proposals/${proposal.id}/approve`, undefined, bob);
  expect(data).toMatchObject({ state: 'failed', outcome_error: 'belowFloor' });
});

test('the second person has all prices as a file; what changed since is not overwritten', async () => {
  const [cheap, other] = [await goods(600_000n), await goods()];
  const first = [
    { goods_id: cheap, price: '0.9' },
    { goods_id: other, price: '0.9' },
  ];
  const { list } = (await ask('POST', 'admin/price-lists', promotion(first))).data;
  const wanted = [
    { goods_id: cheap, price: '0.5' },
    { goods_id: other, min_quantity: 10, price: '0.8' },
  ];
  const path = `admin/price-lists/${list.id}`;
  const { proposal } = (await ask('PUT', path, promotion(wanted, { name: 'Winter', reason: 'old stock' })))
    .data;
  expect(proposal.terms).toMatchObject({
    kind: 'promotion',
    former_name: 'Autumn',
    name: 'Winter',
    former_prices: 2,
    below: 'Test mailbox ≥1: 0.5 < 0.6',
  });
  const url = `/api/admin/price-lists/proposed/${proposal.terms.content}/export`;
  const file = await shop.app.http.inject({ method: 'GET', url, headers: ann.headers });
  expect(file.body.replace('\ufeff', '').split('\r\n')).toEqual([
    'goods_id,product,min_quantity,former_price,price,floor',
    `${cheap},"Test mailbox",1,0.9,0.5,0.6`,
    `${other},"Test mailbox",10,,0.8,`,
    `${other},"Test mailbox",1,0.9,,`,
    '',
  ]);
  await ask('PUT', path, promotion([{ goods_id: cheap, price: '0.7' }]));
  const { data } = await ask('POST', `proposals/${proposal.id}/approve`, undefined, bob);
  expect(data).toMatchObject({ state: 'failed', outcome_error: 'priceChanged' });
  expect(await pricesOf(list.id)).toMatchObject([{ price: '0.7' }]);
});

test('a floor that was raised since is not passed by what was approved', async () => {
  const id = await goods(600_000n);
  const prices = [{ goods_id: id, price: '0.5' }];
  const { proposal } = (await ask('POST', 'admin/price-lists', promotion(prices, { name: 'Raised' }))).data;
  await shop.ctx.db
    .updateTable('goods')
    .set({ floor_micro: 900_000n })
    .where('id', '=', BigInt(id))
    .execute();
  const { data } = await ask('POST', `proposals/${proposal.id}/approve`, undefined, bob);
  expect(data).toMatchObject({ state: 'failed', outcome_error: 'belowFloor' });
});
