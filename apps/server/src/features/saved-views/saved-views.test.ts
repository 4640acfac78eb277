import { beforeAll, expect, test } from 'vitest';
import { createTestShop, type TestShop } from '../../testing/app.ts';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';

let shop: TestShop;
let ann: TestAdmin;
let bob: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
  [ann, bob] = [await signInAdmin(shop.ctx), await signInAdmin(shop.ctx, ['stock.read'])];
});

const save = (name: string, query: string, who = ann, table = 'goods') =>
  shop.call('PUT', '/api/admin/saved-views', { table, name, query }, who.headers);
const list = async (who = ann, table = 'goods') =>
  (await shop.call('GET', `/api/admin/saved-views?table=${table}`, undefined, who.headers)).data.items.map(
    ({ name, query }: { name: string; query: string }) => [name, query],
  );

test('views are their admin’s own, of one table, and replaced by their name', async () => {
  await save('Off sale', 'on_sale=false');
  await save('cheap', 'sort=price');
  await save('Off sale', 'on_sale=false&limit=100');
  await save('Off sale', 'q=x', bob);
  await save('Blocked', 'status=frozen', ann, 'users');
  expect(await list()).toEqual([
    ['cheap', 'sort=price'],
    ['Off sale', 'on_sale=false&limit=100'],
  ]);
  expect(await list(bob)).toEqual([['Off sale', 'q=x']]);
});

test('only an own one is deleted', async () => {
  const { id } = (await save('mine', 'q=1')).data;
  const remove = (who: TestAdmin) =>
    shop.call('DELETE', `/api/admin/saved-views/${id}`, undefined, who.headers);
  expect((await remove(bob)).code).toBe(506);
  expect((await remove(ann)).code).toBe(200);
  expect((await list()).map(([name]: [string]) => name)).not.toContain('mine');
});

test('one admin has at most two hundred', async () => {
  const carol = await signInAdmin(shop.ctx);
  const rows = Array.from({ length: 200 }, (_, at) => ({
    user_id: carol.user.id,
    list: 'orders',
    name: `v${at}`,
    query: 'q',
  }));
  await shop.ctx.db.insertInto('saved_views').values(rows).execute();
  expect((await save('one more', 'q=1', carol)).code).toBe(100_001);
  expect((await save('v7', 'q=1', carol, 'orders')).code).toBe(200);
});
