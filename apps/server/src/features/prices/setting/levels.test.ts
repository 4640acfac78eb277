import { beforeAll, expect, test } from 'vitest';
import { createTestShop, type Answer, type TestShop } from '../../../testing/app.ts';
import { buildBuyer, buildGoods } from '../../../testing/build.ts';
import { signInAdmin, type TestAdmin } from '../../../testing/people.ts';

let shop: TestShop;
let admin: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
  admin = await signInAdmin(shop.ctx, ['price.read', 'price.write']);
});

const ask = (method: string, path: string, body?: unknown): Promise<Answer> =>
  shop.call(method, `/api/${path}`, body, admin.headers);
const level = { names: { en: 'Gold', ru: 'Золото' }, colour: '#c9a227', discount_percent: '5.5' };

test('a level is made, replaced, listed from the highest, and deleted once nobody has it', async () => {
  const { data: gold } = await ask('POST', 'admin/levels', { ...level, turnover: '500', turnover_days: 30 });
  expect(gold).toMatchObject({ name: 'Gold', discount_percent: '5.5', turnover: '500', turnover_days: 30 });
  const { data: top } = await ask('POST', 'admin/levels', { ...level, names: { en: 'Top' }, sort: 2 });
  const { data: changed } = await ask('PUT', `admin/levels/${gold.id}`, level);
  expect(changed).toMatchObject({ turnover: null, turnover_days: null });
  const listed = (await ask('GET', 'admin/levels')).data.items.map(({ id }: { id: string }) => id);
  expect(listed).toEqual([top.id, gold.id]);
  const buyer = await buildBuyer(shop.ctx);
  await ask('PUT', `users/${buyer.id}/level`, { level_id: gold.id });
  expect((await ask('GET', `users/${buyer.id}/prices`)).data).toMatchObject({
    level: { id: gold.id, name: 'Gold', colour: '#c9a227' },
    level_held: true,
  });
  expect((await ask('DELETE', `admin/levels/${gold.id}`)).code).toBe(300_095);
  expect((await ask('PUT', `users/${buyer.id}/level`, { held: false })).code).toBe(200);
  expect((await ask('DELETE', `admin/levels/${gold.id}`)).code).toBe(200);
  const prices = [{ goods_id: String(await buildGoods(shop.ctx)), price: '0.9' }];
  await ask('POST', 'admin/price-lists', { name: 'Top', kind: 'level', level_id: top.id, prices });
  expect((await ask('DELETE', `admin/levels/${top.id}`)).code).toBe(300_095);
});

test('a level that a product, a bonus or a coupon is for stays; a coupon that is off keeps its id', async () => {
  const { id } = (await ask('POST', 'admin/levels', level)).data;
  const remove = async () => (await ask('DELETE', `admin/levels/${id}`)).code;
  const { ctx } = shop;
  const goodsId = await buildGoods(ctx, { visibility: 'levels', level_ids: [BigInt(id)] });
  expect(await remove()).toBe(300_095);
  await ctx.db.updateTable('goods').set({ level_ids: [] }).where('id', '=', goodsId).execute();

  const bonuses = await signInAdmin(ctx, ['settings.write', 'settings.read']);
  const bonus = { name: 'Gold', tiers: [{ from: '10', percent: '2.5' }], levels: [id] };
  const { bonus: made } = (await shop.call('POST', '/api/admin/bonuses', bonus, bonuses.headers)).data;
  expect(made.tiers).toMatchObject([{ percent: '2.5' }]);
  expect(await remove()).toBe(300_095);
  await shop.call('PUT', `/api/admin/bonuses/${made.id}`, { ...bonus, levels: [] }, bonuses.headers);

  await ask('POST', 'admin/coupons', { code: 'GOLD10', kind: 'percent', percent: '10', level_ids: [id] });
  expect(await remove()).toBe(300_095);
  const [coupon] = (await ask('GET', 'admin/coupons')).data.items;
  await ask('PUT', 'admin/coupons/on', { ids: [coupon.id], is_on: false });
  expect(await remove()).toBe(200);
  expect((await ask('GET', 'admin/coupons')).data.items).toMatchObject([{ level_ids: [id] }]);
});

test.each([
  [{ ...level, names: {} }, 510],
  [{ ...level, colour: 'gold' }, 519],
  [{ ...level, discount_percent: '100' }, 519],
  [{ ...level, turnover_days: 30 }, 100_001],
])('%j is no level', async (body, code) => {
  expect((await ask('POST', 'admin/levels', body)).code).toBe(code);
});

test('nobody gets a level that does not exist', async () => {
  const buyer = await buildBuyer(shop.ctx);
  expect((await ask('PUT', `users/${buyer.id}/level`, { level_id: '999999' })).code).toBe(506);
  expect((await ask('PUT', 'users/999999/level', {})).code).toBe(200_001);
});
