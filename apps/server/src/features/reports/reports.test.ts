import { beforeAll, beforeEach, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { createTestShop, type Answer, type TestShop } from '../../testing/app.ts';
import { buildBuyer, buildGoods, stockUp } from '../../testing/build.ts';
import { placeOrder } from '../orders/index.ts';
import { countStock } from '../stock/index.ts';

let shop: TestShop;
let admin: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
});
beforeEach(async () => {
  await shop.ctx.db.deleteFrom('reports').execute();
  admin = await signInAdmin(shop.ctx, ['report.read', 'report.settle', 'stock.read', 'stock.withdraw']);
});

const written = {
  email: 'Owner@Example.test',
  subject: 'mailbox owner@example.test',
  explanation: 'This is mine since 2011.',
};
const report = (change: object = {}) => shop.call('POST', '/api/reports', { ...written, ...change });
const list = async (query = '') =>
  (await shop.call('GET', `/api/admin/reports${query}`, undefined, admin.headers)).data;
const settle = (id: string, how: 'uphold' | 'refuse', body: object = {}, who = admin): Promise<Answer> =>
  shop.call(
    'POST',
    `/api/admin/reports/${id}/${how}`,
    { reason: 'shown to be theirs', ...body },
    who.headers,
  );
/** The ids of the accounts of that name. */
async function search(name: string): Promise<string[]> {
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const { data } = await shop.call('POST', '/api/stock/items/by-name', { name, after }, admin.headers);
    ids.push(...data.found.map((item: { item_id: string }) => item.item_id));
    after = data.after ?? undefined;
  } while (after);
  return ids;
}
async function openReport(): Promise<string> {
  await report();
  return (await list()).items[0].id;
}
const inStock = async (goodsId: bigint): Promise<number> =>
  (await countStock(shop.ctx.db, [goodsId])).get(goodsId)?.unspecified ?? 0;

test('a takedown request is answered the same, whatever it is about', async () => {
  const goodsId = await buildGoods(shop.ctx);
  const [line] = await stockUp(shop.ctx, goodsId, 1);
  const [hit, miss] = [await report({ subject: line }), await report({ subject: 'nothing like it' })];
  expect(hit.body).toEqual({ code: 200, message: 'ok', data: null });
  expect(miss).toEqual(hit);
  expect(await inStock(goodsId)).toBe(1);
  const { items, open } = await list('?state=open&q=OWNER@');
  expect(open).toBe(2);
  const { tasks } = (await shop.call('GET', '/api/admin/tasks', undefined, admin.headers)).data;
  expect(tasks).toEqual([{ kind: 'reports', count: 2, since: shop.clock.now().toISOString() }]);
  expect(items[1]).toMatchObject({ email: written.email, subject: line, state: 'open', reason: null });
});

test.each([
  ['email', undefined, 510],
  ['email', 'nobody', 519],
  ['subject', 'x', 519],
  ['explanation', 'too short', 519],
  ['explanation', 'a\u0000 and more of it', 519],
])('a report with %s %j is refused', async (field, value, code) => {
  expect((await report({ [field]: value })).code).toBe(code);
});

test('an address may send a limited number of takedown requests in a day', async () => {
  for (let count = 0; count < 20; count += 1) expect((await report()).code).toBe(200);
  expect((await report()).code).toBe(500_003);
  shop.clock.advance(86_400_001);
  expect((await report()).code).toBe(200);
});

test('upholding withdraws unsold accounts at once, and answers how many were found', async () => {
  const goodsId = await buildGoods(shop.ctx);
  const lines = await stockUp(shop.ctx, goodsId, 3);
  const buyer = await buildBuyer(shop.ctx, 1_000_000n);
  const body = { goods_id: goodsId.toString(), quantity: 1, gender: 'random' as const };
  await placeOrder(buyer.ctx, { body, idempotencyKey: 'one' });
  const id = await openReport();
  const named = [lines[0]!, lines[0]!, ` ${lines[1]!} `, 'never----seen'];
  const { data } = await settle(id, 'uphold', { lines: named });
  expect(data).toMatchObject({ state: 'upheld', found: 2, withdrawn: 1, settled_by: admin.user.username });
  expect(await inStock(goodsId)).toBe(1);
  const { found: _, ...shown } = data;
  expect((await list('?state=upheld')).items).toEqual([shown]);
  const entries = await shop.ctx.db
    .selectFrom('audit_entries')
    .select(['action', 'after'])
    .where('user_id', '=', admin.user.id)
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(entries.map(({ action }) => action)).toEqual(['report.uphold', 'stock.withdraw']);
  expect(JSON.stringify(entries)).not.toContain(lines[0]);
});

test('lines that were never in the shop leave the request open', async () => {
  const goodsId = await buildGoods(shop.ctx);
  const [line] = await stockUp(shop.ctx, goodsId, 1);
  const id = await openReport();
  expect((await settle(id, 'uphold', { lines: ['never----seen', `${line}x`] })).code).toBe(400_001);
  expect((await list()).items[0]).toMatchObject({ state: 'open', reason: null });
  expect((await settle(id, 'uphold', { lines: ['never----seen', line] })).data).toMatchObject({
    withdrawn: 1,
  });
});

test('accounts that were found by name go off sale by their ids, beside those named by lines', async () => {
  const goodsId = await buildGoods(shop.ctx);
  const lines = await stockUp(shop.ctx, goodsId, 5);
  const buyer = await buildBuyer(shop.ctx, 1_000_000n);
  const body = { goods_id: goodsId.toString(), quantity: 1, gender: 'random' as const };
  await placeOrder(buyer.ctx, { body, idempotencyKey: 'found' });
  const ids: string[] = [];
  for (const line of lines.slice(0, 3)) {
    const [name] = line.split('----');
    ids.push(...(await search(name!.toUpperCase())));
  }
  const id = await openReport();
  expect((await settle(id, 'uphold', { item_ids: ['999999999999'] })).code).toBe(400_001);
  expect((await settle(id, 'uphold', { item_ids: Array.from({ length: 101 }, () => ids[0]) })).code).toBe(
    519,
  );
  const clerk = await signInAdmin(shop.ctx, ['report.settle', 'stock.read']);
  expect((await settle(id, 'uphold', { item_ids: ids }, clerk)).code).toBe(400_003);
  expect(await inStock(goodsId)).toBe(4);
  const named = { item_ids: [...ids, ids[1], '999999999999'], lines: [lines[2], lines[3]] };
  expect((await settle(id, 'uphold', named)).data).toMatchObject({ state: 'upheld', found: 4, withdrawn: 3 });
  expect(await inStock(goodsId)).toBe(1);
  expect((await settle(id, 'uphold', named)).code).toBe(300_022);
});

test('a takedown request is settled once, however many try at once', async () => {
  const id = await openReport();
  const answers = await Promise.all(
    (['uphold', 'refuse', 'uphold', 'refuse'] as const).map((how) => settle(id, how)),
  );
  expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([
    200, 300_022, 300_022, 300_022,
  ]);
  expect((await list()).open).toBe(0);
  expect((await settle('999999999', 'refuse')).code).toBe(506);
});

test('who may not withdraw stock settles without it, or nothing happens', async () => {
  const clerk = await signInAdmin(shop.ctx, ['report.settle']);
  const goodsId = await buildGoods(shop.ctx);
  const lines = await stockUp(shop.ctx, goodsId, 1);
  const id = await openReport();
  expect((await settle(id, 'uphold', { lines }, clerk)).code).toBe(400_003);
  const half = await signInAdmin(shop.ctx, ['report.settle', 'stock.read']);
  expect((await settle(id, 'uphold', { lines }, half)).code).toBe(400_003);
  expect((await list()).items[0]).toMatchObject({ state: 'open' });
  expect(await inStock(goodsId)).toBe(1);
  expect((await settle(id, 'uphold', {}, clerk)).data).toMatchObject({ found: 0, withdrawn: 0 });
});
