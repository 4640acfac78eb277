import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createTestShop, type TestShop } from '../../testing/app.ts';
import { buildBuyer, buildGoods } from '../../testing/build.ts';
import { buildCoupon, buildLevel, setLevel } from '../../testing/build-prices.ts';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { placeOrder } from '../orders/index.ts';
import { markStalledBatches } from '../stock/index.ts';
import { followCosts } from './floor.ts';

/** What accounts cost is a floor of their product. */

let shop: TestShop;
let ann: TestAdmin;
let bob: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
  [ann, bob] = [await signInAdmin(shop.ctx), await signInAdmin(shop.ctx)];
});

const ask = async (method: string, path: string, body?: unknown, { headers } = ann): Promise<any> =>
  shop.call(method, `/api/${path}`, body, headers);
const costOf = async (id: string) => (await ask('GET', `admin/goods/${id}`)).data.cost;
const product = async (price_micro = 2_000_000n): Promise<string> =>
  String(await buildGoods(shop.ctx, { price_micro }));

const linesOf = (count: number): string =>
  Array.from({ length: count }, () => `user-${randomUUID()}----secret`).join('\n');

async function open(goods_id: string, cost: object | undefined, more: object = {}): Promise<string> {
  const wanted = { goods_id, has_right_to_sell: true, ...(cost && { cost }), ...more };
  return (await ask('POST', 'stock/imports', wanted)).data.id;
}

async function add(batch: string, from_line: number, count: number): Promise<void> {
  const part = { from_line, text: linesOf(count), form: { kind: 'text' } };
  expect((await ask('POST', `stock/imports/${batch}/lines`, part)).code).toBe(200);
}

/** Nothing is heard of running imports, and jobs notice it. */
async function breakOff(): Promise<void> {
  shop.clock.advance(31_000);
  await markStalledBatches(shop.ctx);
  await followCosts(shop.ctx);
}

async function importInto(
  goodsId: string,
  count: number,
  cost?: object,
  { ends = true, ...more }: { ends?: boolean; [name: string]: unknown } = {},
): Promise<string> {
  const id = await open(goodsId, cost, more);
  await add(id, 0, count);
  if (ends) expect((await ask('POST', `stock/imports/${id}/end`)).code).toBe(200);
  return id;
}

async function write(id: string, body: object, who = ann): Promise<any> {
  const { names, category, price } = (await ask('GET', `admin/goods/${id}`)).data;
  return ask('PUT', `admin/goods/${id}`, { names, category_id: category.id, price, ...body }, who);
}

async function buyer() {
  const found = await buildBuyer(shop.ctx, 1_000_000_000n);
  const buy = (goodsId: string, quantity: number, more: object = {}) =>
    placeOrder(found.ctx, {
      body: { goods_id: goodsId, quantity, gender: 'random', ...more },
      idempotencyKey: randomUUID(),
    });
  return { ...found, buy };
}

test('it is known before the first account can be bought, and from all accounts once they are counted', async () => {
  const id = await product();
  await open(id, { amount: '1.05', per: 'each' });
  expect(await costOf(id)).toBe('1.05');
  const whole = await product();
  await open(whole, { amount: '10', per: 'all' }, { expected_lines: 5 });
  expect(await costOf(whole)).toBe('2');
  const counted = await product();
  await importInto(counted, 3, { amount: '10', per: 'all' }, { expected_lines: 5 });
  expect(await costOf(counted)).toBe('3.333334');
  const abandoned = await product();
  await importInto(abandoned, 2, { amount: '3', per: 'all' }, { expected_lines: 1_000_000, ends: false });
  expect(await costOf(abandoned)).toBe('0.000003');
  await breakOff();
  expect(await costOf(abandoned)).toBe('1.5');
  const free = await product();
  await importInto(free, 1, { amount: '0', per: 'each' });
  await importInto(free, 1);
  expect(await costOf(free)).toBeNull();
});

test('an import that broke off says it again before it goes on', async () => {
  const id = await product();
  await importInto(id, 1, { amount: '0.2', per: 'each' });
  const dear = await open(id, { amount: '1.4', per: 'each' });
  await breakOff();
  expect(await costOf(id)).toBe('0.2');
  await add(dear, 0, 1);
  expect(await costOf(id)).toBe('1.4');
});

test('an import that an operator lets in before its first line says it at once', async () => {
  const id = await product();
  await importInto(id, 1, { amount: '0.2', per: 'each' });
  const dear = await open(id, { amount: '1.4', per: 'each' });
  await shop.ctx.db
    .updateTable('stock_batches')
    .set({ waits_for: 'release' })
    .where('id', '=', BigInt(dear))
    .execute();
  await followCosts(shop.ctx);
  expect(await costOf(id)).toBe('0.2');
  expect((await ask('POST', `stock/batches/${dear}/release`)).code).toBe(200);
  expect(await costOf(id)).toBe('1.4');
});

test('of several imports the dearest counts until its last account is sold', async () => {
  const id = await product();
  await importInto(id, 2, { amount: '1.5', per: 'each' });
  await importInto(id, 2, { amount: '1', per: 'each' });
  expect(await costOf(id)).toBe('1.5');
  const { buy } = await buyer();
  await buy(id, 2);
  await followCosts(shop.ctx);
  expect(await costOf(id)).toBe('1');
  await buy(id, 2);
  await followCosts(shop.ctx);
  expect(await costOf(id)).toBe('1');
});

test('while none is left, it stays the last known one, and one person does not lower the price', async () => {
  const id = await product();
  const batch = await importInto(id, 2, { amount: '1.5', per: 'each' });
  const { buy } = await buyer();
  await buy(id, 1);
  await followCosts(shop.ctx);
  await buy(id, 1);
  await followCosts(shop.ctx);
  expect((await write(id, { price: '1', reason: 'sold out' })).data).toMatchObject({
    price: '2',
    cost: '1.5',
    proposal: { state: 'proposed' },
  });
  await importInto(id, 1);
  expect(await costOf(id)).toBe('1.5');
  const say = (body: object) => ask('PUT', `stock/batches/${batch}`, body);
  await say({ cost: { amount: '1.5', per: 'each' }, born_on: '2026-01-01' });
  expect(await costOf(id)).toBe('1.5');
  await say({});
  expect(await costOf(id)).toBeNull();
});

test('it is said later, corrected and taken back; withdrawn accounts count while they can be restored', async () => {
  const id = await product();
  const batch = await importInto(id, 2);
  const say = (body: object) => ask('PUT', `stock/batches/${batch}`, body);
  await say({ cost: { amount: '3', per: 'all' } });
  expect(await costOf(id)).toBe('1.5');
  await say({ cost: { amount: '0.7', per: 'each' } });
  expect(await costOf(id)).toBe('0.7');
  await say({});
  expect(await costOf(id)).toBeNull();
  await say({ cost: { amount: '0.7', per: 'each' } });
  await ask('POST', 'stock/withdrawals', { goods_id: id, reason: 'for a while', batch_id: batch });
  await importInto(id, 1, { amount: '0.2', per: 'each' });
  await followCosts(shop.ctx);
  expect(await costOf(id)).toBe('0.7');
  expect((await ask('POST', 'stock/withdrawals/restored', { batch_id: batch })).data.restored).toBe(2);
  expect(await costOf(id)).toBe('0.7');
});

test('lines that are held count once they are sold', async () => {
  const id = await product();
  const login = `user-${randomUUID()}`;
  const add = async (text: string, cost?: object) => {
    const batch = await open(id, cost);
    await ask('POST', `stock/imports/${batch}/lines`, { from_line: 0, text, form: { kind: 'text' } });
    return (await ask('POST', `stock/imports/${batch}/end`)).data;
  };
  await add(`${login}----secret`, { amount: '0.1', per: 'each' });
  const held = await add(`${login}----another`, { amount: '0.9', per: 'each' });
  expect(held).toMatchObject({ added: 0, held: { 'same login': 1 } });
  expect(await costOf(id)).toBe('0.1');
  await ask('POST', `stock/batches/${held.id}/held-lines`, { decision: 'sell' });
  expect(await costOf(id)).toBe('0.9');
});

test('prices below it wait for a second person, in a form, of several at once and in a list', async () => {
  const id = await product();
  await importInto(id, 5, { amount: '1.05', per: 'each' });
  const { data } = await write(id, { price: '1', reason: 'an old stock' });
  expect(data).toMatchObject({ price: '2', floor: null, cost: '1.05' });
  expect(data.proposal).toMatchObject({
    state: 'proposed',
    terms: { price: '1', floor: null, cost: '1.05' },
  });
  // A floor below it, set by the same person, changes nothing.
  expect(
    (await write(await costly(), { price: '1', floor: '0.01', reason: 'an old stock' })).data,
  ).toMatchObject({ price: '2', proposal: { state: 'proposed' } });
  const many = { ids: [await costly()], change: { price: '1' } };
  expect((await ask('POST', 'admin/goods/changes/previews', many)).data).toMatchObject({
    proposed: 1,
    effect: { below_floor: [{ lowest: '1', floor: '1.05' }] },
  });
  const list = {
    name: 'Autumn',
    kind: 'promotion',
    ends_at: '2099-01-01T00:00:00.000Z',
    prices: [{ goods_id: await costly(), price: '1' }],
    reason: 'an old stock',
  };
  expect((await ask('POST', 'admin/price-lists', list)).data).toMatchObject({
    list: null,
    proposal: { terms: { products: 1 } },
  });
  const approved = await ask('POST', `proposals/${data.proposal.id}/approve`, undefined, bob);
  expect(approved.data.state).toBe('applied');
  expect((await ask('GET', `admin/goods/${id}`)).data).toMatchObject({ price: '1', cost: '1.05' });
});

async function costly(): Promise<string> {
  const id = await product();
  await importInto(id, 1, { amount: '1.05', per: 'each' });
  return id;
}

test('what was proposed before accounts cost more is not applied', async () => {
  const id = await costly();
  const { proposal } = (await write(id, { price: '1', reason: 'an old stock' })).data;
  await importInto(id, 1, { amount: '1.06', per: 'each' });
  const { data } = await ask('POST', `proposals/${proposal.id}/approve`, undefined, bob);
  expect(data).toMatchObject({ state: 'failed', outcome_error: 'priceChanged' });
});

test('a discount and a coupon end at it', async () => {
  const id = await costly();
  await importInto(id, 5, { amount: '1.9', per: 'each' });
  const { id: userId, buy } = await buyer();
  await setLevel(shop.ctx, userId, await buildLevel(shop.ctx, { discount_basis_points: 5_000 }));
  const { code } = await buildCoupon(shop.ctx, { combinable: true, basis_points: 9_000 });
  expect(await buy(id, 2, { coupon: code })).toMatchObject({ unit_price: '1.9', total_amount: '3.8' });
});

test('a price that it passes stands, and nothing more comes off it', async () => {
  const id = await product(1_000_000n);
  await importInto(id, 5, { amount: '1.05', per: 'each' });
  const { id: userId, buy } = await buyer();
  await setLevel(shop.ctx, userId, await buildLevel(shop.ctx, { discount_basis_points: 5_000 }));
  expect(await buy(id, 1)).toMatchObject({ unit_price: '1' });
  expect((await write(id, { names: { en: 'Renamed' } })).data).toMatchObject({ proposal: null, price: '1' });
  expect((await write(id, { price: '0.9', reason: 'an old stock' })).data.proposal).not.toBeNull();
  expect((await write(id, { price: '1.2' })).data.price).toBe('1.2');
  const copy = await ask('POST', `admin/goods/${id}/copies`);
  expect(copy.data).toMatchObject({ price: '1.2', cost: null });
});
