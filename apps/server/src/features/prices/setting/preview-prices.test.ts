import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createFreshShop, type TestShop } from '../../../testing/app.ts';
import { buildBuyer, buildCategory, buildGoods, stockUp, type TestBuyer } from '../../../testing/build.ts';
import { buildCoupon } from '../../../testing/build-prices.ts';
import { signInAdmin, type TestAdmin } from '../../../testing/people.ts';
import { placeOrder, turnover } from '../../orders/index.ts';

/** What changes would do to four orders: ann's 100 and 10 accounts, bob's 10, and carol's 10 of another product. */

let shop: TestShop;
let admin: TestAdmin;
let [mailbox, phone] = ['', ''];
let ann: TestBuyer;
let bob: TestBuyer;
beforeAll(async () => {
  shop = await createFreshShop();
  admin = await signInAdmin(shop.ctx, ['price.read', 'price.write', 'goods.write']);
  [mailbox, phone] = [await product(), await product()];
  ann = await buildBuyer(shop.ctx, 1_000_000_000n);
  bob = await buildBuyer(shop.ctx, 1_000_000_000n);
  const carol = await buildBuyer(shop.ctx, 1_000_000_000n);
  await order(ann, mailbox, 100);
  await order(ann, mailbox, 10);
  await order(bob, mailbox, 10);
  await order(carol, phone, 10);
});

async function product(): Promise<string> {
  const tiers = [{ minQuantity: 100, priceMicro: 900_000n }];
  const id = await buildGoods(shop.ctx, { price_micro: 1_000_000n, tiers, floor_micro: 500_000n });
  await stockUp(shop.ctx, id, 200);
  return String(id);
}
const order = (buyer: TestBuyer, goods: string, quantity: number) =>
  placeOrder(buyer.ctx, {
    body: { goods_id: goods, quantity, gender: 'random' },
    idempotencyKey: randomUUID(),
  });
const preview = async (body: object, path = 'price-previews') => {
  const { code, data } = await shop.call('POST', `/api/admin/${path}`, body, admin.headers);
  expect(code).toBe(200);
  return data;
};
const nameOf = async (buyer: TestBuyer): Promise<string> =>
  (
    await shop.ctx.db
      .selectFrom('users')
      .select('username')
      .where('id', '=', buyer.id)
      .executeTakeFirstOrThrow()
  ).username;

test("a product's price", async () => {
  // 90 + 10 + 10 of 120 become 80 + 8 + 8.
  const goods = { id: mailbox, price: '0.8', price_tiers: [] };
  expect(await preview(goods, 'goods/price-previews')).toEqual({
    products: 1,
    orders: 3,
    buyers: 2,
    sales: '120',
    change: '-14',
    change_percent: '-11.7',
    is_whole: true,
    below_floor: [],
    below_floor_count: 0,
    dearer: [],
    dearer_count: 0,
    above: [],
    above_count: 0,
    overlaps: [],
  });
  const same = { id: mailbox, price: '1', price_tiers: [{ min_quantity: 100, price: '0.9' }] };
  expect(await preview(same, 'goods/price-previews')).toMatchObject({ products: 0, orders: 0 });
});

test('prices that rise with the quantity are told, of a list and of a product', async () => {
  const rising = [
    { goods_id: mailbox, min_quantity: 100, price: '0.95' },
    { goods_id: mailbox, min_quantity: 10, price: '0.9' },
    { goods_id: phone, min_quantity: 10, price: '0.9' },
    { goods_id: phone, min_quantity: 100, price: '0.9' },
  ];
  const told = {
    dearer: [
      { goods_id: mailbox, min_quantity: 100, price: '0.95', below: { min_quantity: 10, price: '0.9' } },
    ],
    dearer_count: 1,
  };
  const list = { name: 'Autumn', kind: 'promotion', ends_at: '2099-01-01T00:00:00.000Z', prices: rising };
  expect(await preview({ price_list: list })).toMatchObject(told);
  const tiers = [{ min_quantity: 10, price: '1.1' }];
  expect(
    await preview({ id: mailbox, price: '1', price_tiers: tiers }, 'goods/price-previews'),
  ).toMatchObject({
    dearer: [{ goods_id: mailbox, min_quantity: 10, price: '1.1', below: { min_quantity: 1, price: '1' } }],
    dearer_count: 1,
  });
});

test('a promotion that has not begun counts as if it had; another at the same time is named', async () => {
  const hour = (hours: number) => new Date(shop.clock.now().getTime() + hours * 3_600_000).toISOString();
  const list = {
    name: 'Autumn',
    kind: 'promotion',
    starts_at: hour(24),
    ends_at: hour(48),
    prices: [{ goods_id: mailbox, min_quantity: 10, price: '0.7' }],
  };
  const effect = { products: 1, orders: 3, buyers: 2, change: '-26', overlaps: [] };
  expect(await preview({ price_list: list })).toMatchObject(effect);
  const made = (await shop.call('POST', '/api/admin/price-lists', list, admin.headers)).data.list;
  const later = { ...list, name: 'Late', starts_at: hour(40), ends_at: hour(72) };
  expect(await preview({ price_list: later })).toMatchObject({
    overlaps: [{ id: made.id, name: 'Autumn', products: 1 }],
  });
  expect(await preview({ price_list: { ...later, starts_at: hour(48) } })).toMatchObject({ overlaps: [] });
  // The list itself is no other one, and what of it stays the same changes nothing.
  const own = { ...list, id: made.id };
  const nothing = { products: 0, orders: 0, buyers: 0, change: '0', overlaps: [] };
  expect(await preview({ price_list: own })).toMatchObject({ ...nothing, above: [], above_count: 0 });
  // Below the tier, nobody pays what is above the price of one.
  const slip = [...list.prices, { goods_id: mailbox, min_quantity: 1, price: '1.5' }];
  expect(await preview({ price_list: { ...own, prices: slip } })).toMatchObject({
    above: [{ goods_id: mailbox, min_quantity: 1, price: '1.5', regular: '1' }],
    above_count: 1,
  });
  const more = [...list.prices, { goods_id: phone, price: '0.9' }];
  expect(await preview({ price_list: { ...own, prices: more } })).toMatchObject({
    products: 1,
    orders: 1,
    change: '-1',
  });
  expect(await preview({ removed_list: made.id })).toMatchObject({ products: 1, orders: 3, change: '26' });
  expect(await preview({ price_list: { ...own, is_on: false } })).toMatchObject({
    products: 1,
    change: '26',
  });
  await shop.call('DELETE', `/api/admin/price-lists/${made.id}`, undefined, admin.headers);
});

test('an own price changes one buyer, and names what is below a floor', async () => {
  const prices = [{ goods_id: mailbox, price: '0.4' }];
  const list = { name: 'Own', kind: 'buyer', username: await nameOf(bob), prices };
  expect(await preview({ price_list: list })).toMatchObject({
    orders: 1,
    buyers: 1,
    change: '-6',
    change_percent: '-5',
    below_floor: [{ goods_id: mailbox, lowest: '0.4', floor: '0.5' }],
    below_floor_count: 1,
  });
});

test("a level's discount, for who has it", async () => {
  const level = { names: { en: 'Gold' }, colour: '#c9a227', discount_percent: '0' };
  const { data } = await shop.call('POST', '/api/admin/levels', level, admin.headers);
  await shop.call('PUT', `/api/users/${ann.id}/level`, { level_id: data.id }, admin.headers);
  // Ten percent of 90 and 10. A new level is nobody's yet.
  const more = { ...level, discount_percent: '10' };
  expect(await preview({ level: { ...more, id: data.id } })).toMatchObject({ buyers: 1, change: '-10' });
  expect(await preview({ level: more })).toMatchObject({ products: 0, orders: 0, change: '0' });
  expect(await preview({ level: { ...level, id: data.id, colour: '#000000' } })).toMatchObject({
    products: 0,
    orders: 0,
  });
  await shop.call('PUT', `/api/users/${ann.id}/level`, { held: false }, admin.headers);
});

test('a level that turnover reaches, for who has reached it; one set by hand, for that buyer', async () => {
  const level = { names: { en: 'Silver' }, colour: '#aaaaaa', discount_percent: '10' };
  // Ann has bought for 100, bob and carol for 10 each, as a job adds up.
  while ((await turnover.addUp(shop.ctx)).more);
  const reached = (turnover: string) => preview({ level: { ...level, turnover } });
  expect(await reached('50')).toMatchObject({ products: 2, orders: 2, buyers: 1, change: '-10' });
  expect(await reached('10')).toMatchObject({ buyers: 3, change: '-12' });
  expect(await reached('101')).toMatchObject({ buyers: 0, change: '0' });
  const { data } = await shop.call('POST', '/api/admin/levels', level, admin.headers);
  const own = (user: TestBuyer, more: object) =>
    preview({ user_level: { user_id: String(user.id), ...more } });
  expect(await own(bob, { level_id: data.id })).toMatchObject({ buyers: 1, change: '-1' });
  expect(await own(bob, {})).toMatchObject({ products: 0, orders: 0 });
  await shop.call('DELETE', `/api/admin/levels/${data.id}`, undefined, admin.headers);
});

test('a buyer’s own price counts for what they ordered', async () => {
  const own = { name: 'Own', kind: 'buyer', username: await nameOf(bob) };
  const prices = [mailbox, phone].map((goods_id) => ({ goods_id, price: '0.8' }));
  const { list } = (await shop.call('POST', '/api/admin/price-lists', { ...own, prices }, admin.headers))
    .data;
  // Ann and carol pay less; bob does already.
  const coupon = { kind: 'percent', percent: '10', code: 'TEN' };
  expect(await preview({ coupon })).toMatchObject({ orders: 3, change: '-11' });
  await shop.call('DELETE', `/api/admin/price-lists/${list.id}`, undefined, admin.headers);
});

test('a coupon, as often as it may be used', async () => {
  const coupon = { kind: 'percent', percent: '10', code: 'TEN', goods_ids: [mailbox] };
  expect(await preview({ coupon })).toMatchObject({ orders: 3, change: '-11' });
  expect(await preview({ coupon: { ...coupon, per_buyer: 1 } })).toMatchObject({ orders: 2, change: '-10' });
  expect(await preview({ coupon: { ...coupon, max_uses: 1 } })).toMatchObject({ orders: 1, change: '-9' });
  expect(await preview({ coupon: { ...coupon, usernames: [await nameOf(bob)] } })).toMatchObject({
    orders: 1,
    change: '-1',
  });
  expect(await preview({ coupon: { ...coupon, min_total: '50' } })).toMatchObject({
    orders: 1,
    change: '-9',
  });
});

test('a coupon for a category is for its subcategories', async () => {
  const { db } = shop.ctx;
  const goods = await db
    .selectFrom('goods')
    .select('category_id')
    .where('id', '=', BigInt(phone))
    .executeTakeFirstOrThrow();
  const parent = await buildCategory(shop.ctx);
  await db.updateTable('categories').set({ parent_id: parent }).where('id', '=', goods.category_id).execute();
  const coupon = { kind: 'percent', percent: '10', code: 'TEN', category_ids: [String(parent)] };
  expect(await preview({ coupon })).toMatchObject({ orders: 1, change: '-1' });
});

test('coupons that are switched, on as if they were used, off by the orders they were used for', async () => {
  const rules = { basis_points: 1_000, is_on: false, goods_ids: [BigInt(phone)] };
  const made = await Promise.all(
    [{}, {}, { goods_ids: [BigInt(mailbox)], max_uses: 2 }].map((more) =>
      buildCoupon(shop.ctx, { ...rules, ...more }),
    ),
  );
  const ids = made.map(({ id }) => String(id));
  const turned = (is_on: boolean, of = ids) => preview({ coupons: { ids: of, is_on } });
  // Carol's 10, ann's 90 and, as the oldest come first, ann's 10.
  expect(await turned(true)).toMatchObject({ products: 2, orders: 3, buyers: 2, change: '-11' });
  expect(await turned(true, ids.slice(0, 2))).toMatchObject({ products: 1, orders: 1, change: '-1' });
  expect(await turned(false)).toMatchObject({ products: 0, orders: 0, change: '0' });

  const { id, code } = await buildCoupon(shop.ctx, { basis_points: 1_000 });
  const body = { goods_id: phone, quantity: 10, gender: 'random', coupon: code } as const;
  await placeOrder(bob.ctx, { body, idempotencyKey: randomUUID() });
  expect(await turned(false, [String(id)])).toMatchObject({ orders: 1, buyers: 1, change: '1' });
  expect(await turned(true, [String(id)])).toMatchObject({ products: 0, orders: 0, change: '0' });
  const unknown = { coupons: { ids: ['999999'], is_on: true } };
  expect((await shop.call('POST', '/api/admin/price-previews', unknown, admin.headers)).code).toBe(506);
});

test('orders of before the last 30 days do not count, and one change is asked at a time', async () => {
  expect((await shop.call('POST', '/api/admin/price-previews', {}, admin.headers)).code).toBe(510);
  shop.clock.advance(31 * 24 * 3_600_000);
  const again = await signInAdmin(shop.ctx, ['goods.write']);
  const goods = { id: mailbox, price: '0.8' };
  const path = '/api/admin/goods/price-previews';
  const { data } = await shop.call('POST', path, goods, again.headers);
  expect(data).toMatchObject({ orders: 0, sales: '0', change: '0', change_percent: null });
});
