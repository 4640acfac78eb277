import { contract } from '@portside/contract';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { createTestShop, type Answer, type TestShop } from '../../testing/app.ts';
import { buildBuyer, buildGoods, stockUp } from '../../testing/build.ts';
import { sell } from '../../testing/sale.ts';
import { placeOrder } from '../orders/index.ts';

let shop: TestShop;
let admin: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
  admin = await signInAdmin(shop.ctx);
});

const ask = (method: string, path: string, body?: unknown, headers = admin.headers): Promise<Answer> =>
  shop.call(method, `/api/stock/${path}`, body, headers);
const linesOf = (count: number): string[] => {
  const tag = randomUUID();
  return Array.from({ length: count }, (_, index) => `user-${tag}-${index}----secret`);
};
async function buildStock(count: number) {
  const goodsId = await buildGoods(shop.ctx);
  const lines = await stockUp(shop.ctx, goodsId, count, 'male');
  const ids: string[] = (await ask('POST', 'items/search', { accounts: lines })).data.item_ids;
  return { goodsId, goods_id: String(goodsId), lines, ids };
}
const audited = (action: string) =>
  shop.ctx.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('user_id', '=', admin.user.id)
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .execute();

test('finding accounts by their lines is audited, with the number of lines and of accounts found', async () => {
  const { lines } = await buildStock(2);
  const before = (await audited('stock.find')).length;
  const accounts = [...lines, ...linesOf(3)];
  expect((await ask('POST', 'items/search', { accounts })).data.item_ids).toHaveLength(5);
  const [entry, ...others] = await audited('stock.find');
  expect(others).toHaveLength(before);
  expect(entry).toMatchObject({ subject: 'stock', before: null });
  expect(entry!.after).toEqual({ lines: 5, found: 2 });
  expect(contract.findItems.perMinute).toBe(10);
});

test('a batch counts what became of its items, and is rolled back', async () => {
  const { goodsId, goods_id, ids } = await buildStock(10);
  const buyer = await buildBuyer(shop.ctx, 100_000_000n);
  const body = { goods_id, quantity: 3, gender: 'male' as const };
  await placeOrder(buyer.ctx, { body, idempotencyKey: randomUUID() });
  await stockUp(shop.ctx, goodsId, 4);
  const taken = { goods_id, item_ids: [ids[7]!, ids[5]!, ids[7]!, ids[0]!], reason: 'reported' };
  expect((await ask('POST', 'withdrawals', taken)).data).toMatchObject({ withdrawn: 2 });
  const [, batch] = (await ask('GET', `batches?goods_id=${goods_id}`)).data.items;
  expect(batch).toMatchObject({ added: 10, free: 5, sold: 3, withdrawn: 2 });
  expect((await ask('POST', `batches/${batch.id}/rollback`)).data).toEqual({ withdrawn: 5 });
  const after = (await ask('GET', `batches/${batch.id}`)).data;
  expect(after).toMatchObject({ state: 'rolled back', free: 0, sold: 3, withdrawn: 7 });
});

test('what is unsold is counted, listed masked page by page, and exported exactly', async () => {
  const { goodsId, goods_id, lines, ids } = await buildStock(5);
  await stockUp(shop.ctx, goodsId, 2, 'female');
  const count = async (more = '') => (await ask('GET', `unsold/count?goods_id=${goods_id}${more}`)).data;
  expect(await count()).toEqual({ unspecified: 0, male: 5, female: 2 });
  expect(await count('&gender=female')).toEqual({ unspecified: 0, male: 0, female: 2 });
  const [{ id: second }] = (await ask('GET', `batches?goods_id=${goods_id}`)).data.items;
  expect(await count(`&batch_id=${second}`)).toEqual({ unspecified: 0, male: 0, female: 2 });
  const shown: { id: string; masked: string }[] = [];
  let cursor = '';
  do {
    const page = await ask('GET', `unsold?goods_id=${goods_id}&gender=male&limit=2${cursor}`);
    shown.push(...page.data.items);
    cursor = page.data.next_cursor === null ? '' : `&cursor=${page.data.next_cursor}`;
  } while (cursor !== '');
  expect(shown.map(({ id }) => id)).toEqual(ids);
  expect(shown.every(({ masked }) => masked === 'use••••••')).toBe(true);
  const exported = await ask('GET', `unsold/export?goods_id=${goods_id}&gender=male`);
  expect(exported.body).toBe(lines.map((line) => `${line}\n`).join(''));
  const withdrawn = await ask('POST', 'withdrawals', { goods_id, gender: 'male', reason: 'too old' });
  expect(withdrawn.data).toMatchObject({ withdrawn: 5 });
  expect(await count()).toEqual({ unspecified: 0, male: 0, female: 2 });
});

test('items of another product are not withdrawn by their ids', async () => {
  const [mine, other] = [await buildStock(2), await buildStock(2)];
  const body = { goods_id: mine.goods_id, item_ids: other.ids, reason: 'mistaken' };
  expect((await ask('POST', 'withdrawals', body)).data).toMatchObject({ withdrawn: 0 });
});

test('revealing an account is audited with the reason and without the account', async () => {
  const { lines, ids } = await buildStock(2);
  const reveal = (id: string) => ask('POST', `items/${id}/reveal`, { reason: 'buyer asks' });
  expect((await reveal(ids[1]!)).data).toEqual({ text: lines[1] });
  const [entry] = await audited('stock.reveal');
  expect(entry).toMatchObject({ subject: `item:${ids[1]}`, after: { reason: 'buyer asks' } });
  expect((await ask('POST', `items/${ids[1]}/reveal`, {})).code).toBe(510);
  expect((await reveal('999999999')).code).toBe(506);
});

test('accounts are seen with a fresh code only', async () => {
  const late = await createTestShop();
  const { headers } = await signInAdmin(late.ctx);
  late.clock.advance(5 * 60_000 + 1);
  const call = (method: string, path: string, body?: unknown) =>
    late.call(method, `/api/stock/${path}`, body, headers);
  const refused = [
    await call('POST', 'items/1/reveal', { reason: 'buyer asks' }),
    await call('GET', 'unsold/export?goods_id=1'),
    await call('GET', 'batches/1/refused-lines'),
  ];
  expect(refused.map(({ code }) => code)).toEqual([300_017, 300_017, 300_017]);
});

test('replaced and refunded accounts are counted with the import they came from', async () => {
  const sale = await sell(shop, 4, { stock: 4 });
  const first = (await ask('GET', `batches?goods_id=${sale.goodsId}`)).data.items[0].id;
  await stockUp(shop.ctx, sale.goodsId, 3);
  const remedied = async () =>
    (await ask('GET', `batches?goods_id=${sale.goodsId}`)).data.items.map(
      (batch: { sold: number; remedied: number; free: number }) => [batch.sold, batch.remedied, batch.free],
    );
  expect(await remedied()).toEqual([
    [0, 0, 3],
    [4, 0, 0],
  ]);
  const [one, two] = await sale.ids();
  await sale.replace({ item_ids: [one] });
  await sale.refund({ item_ids: [two] });
  expect(await remedied()).toEqual([
    [1, 0, 2],
    [4, 2, 0],
  ]);
  const replacement = (await sale.ids()).at(-1);
  await sale.refund({ item_ids: [replacement] });
  expect(await remedied()).toEqual([
    [1, 1, 2],
    [4, 2, 0],
  ]);
  expect((await ask('GET', `batches/${first}`)).data).toMatchObject({ sold: 4, remedied: 2 });
});
