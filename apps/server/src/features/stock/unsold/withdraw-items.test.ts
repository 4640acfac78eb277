import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Ctx } from '../../../platform/context.ts';
import { signInAdmin } from '../../../testing/people.ts';
import { buildBuyer, buildGoods } from '../../../testing/build.ts';
import { createWorld } from '../../../testing/world.ts';
import { placeOrder } from '../../orders/index.ts';
import { eraseWithdrawn, withdrawItems } from './withdraw-items.ts';
import { readUnsold } from './unsold-items.ts';
import { findItemsByText } from '../search/find-items.ts';
import { importStock } from '../import/imports.ts';
import { getBatch } from '../import/batches.sql.ts';
import { rollBackImport } from '../import/stock-batches.ts';

const FUNDS_MICRO = 1_000_000_000_000n;

/** A product with imported lines, and a buyer who can pay for all of them. */
async function createStock(ctx: Ctx, count: number) {
  const goodsId = await buildGoods(ctx);
  const tag = randomUUID();
  const lines = Array.from({ length: count }, (_, index) => `user-${tag}-${index}----secret`);
  const input = { goodsId, gender: 'male', note: 'crate' } as const;
  const { batchId } = await importStock(ctx, { ...input, lines });
  const ids = (await findItemsByText(ctx, lines)).map((id) => id!);
  const buyer = await buildBuyer(ctx, FUNDS_MICRO);
  const buy = (quantity: number): Promise<unknown> =>
    placeOrder(buyer.ctx, {
      body: { goods_id: String(goodsId), quantity, gender: 'male' },
      idempotencyKey: randomUUID(),
    });
  return { goodsId, lines, batchId, ids, input, buy };
}

const single = (id: bigint) => ({ firstId: id, endId: id + 1n });

async function exportAll(ctx: Ctx, filter: Parameters<typeof readUnsold>[1]): Promise<string[]> {
  const texts: string[] = [];
  for await (const page of readUnsold(ctx, filter)) texts.push(...page.map(({ text }) => text));
  return texts;
}

async function eraseAll(ctx: Ctx): Promise<void> {
  while ((await eraseWithdrawn(ctx)).more);
}

const countTexts = async (ctx: Ctx, goodsId: bigint): Promise<number> =>
  (await ctx.db.selectFrom('stock_items').select('id').where('goods_id', '=', goodsId).execute()).length;

test('withdrawn items are neither sold nor read nor imported again, and the rest can all be bought', async () => {
  const { ctx } = await createWorld();
  const { goodsId, lines, ids, input, buy } = await createStock(ctx, 10);
  const items = [single(ids[0]!), { firstId: ids[3]!, endId: ids[5]! }, single(ids[9]!)];
  expect(await withdrawItems(ctx, { items, reason: 'reported' })).toBe(4);
  expect(await withdrawItems(ctx, { items, reason: 'reported again' })).toBe(0);
  expect(await exportAll(ctx, { goodsId })).toEqual([1, 2, 5, 6, 7, 8].map((index) => lines[index]));
  await expect(buy(7)).rejects.toMatchObject({ reason: 'stockTooLow' });
  await buy(6);
  await eraseAll(ctx);
  expect(await countTexts(ctx, goodsId)).toBe(6);
  expect(await importStock(ctx, { ...input, lines })).toMatchObject({ added: 0, duplicates: 10 });
});

test('the audit log names the product and the items of a withdrawal, each product by itself', async () => {
  const { ctx } = await createWorld();
  const admin = await signInAdmin(ctx);
  const [one, other] = [await createStock(ctx, 10), await createStock(ctx, 3)];
  const [a, b] = [one.ids, other.ids];
  const items = [single(b[2]!), single(a[1]!), { firstId: a[4]!, endId: a[7]! }];
  await withdrawItems(admin.ctx, { items, reason: 'stolen' });
  await withdrawItems(admin.ctx, { items: [...items, single(a[2]!)], reason: 'stolen too' });
  await withdrawItems(admin.ctx, { items, reason: 'nothing left' });
  const entries = await ctx.db
    .selectFrom('audit_entries')
    .select(['subject', 'after'])
    .where('user_id', '=', admin.user.id)
    .where('action', '=', 'stock.withdraw')
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    {
      subject: `goods:${one.goodsId}`,
      after: { reason: 'stolen', withdrawn: 4, items: [`${a[1]}`, `${a[4]}-${a[6]}`] },
    },
    { subject: `goods:${other.goodsId}`, after: { reason: 'stolen', withdrawn: 1, items: [`${b[2]}`] } },
    { subject: `goods:${one.goodsId}`, after: { reason: 'stolen too', withdrawn: 1, items: [`${a[2]}`] } },
    { subject: 'stock', after: { reason: 'nothing left', withdrawn: 0, items: [] } },
  ]);
});

test('a sold item is never withdrawn', async () => {
  const { ctx } = await createWorld();
  const { batchId, ids, buy } = await createStock(ctx, 5);
  await buy(2);
  expect(await withdrawItems(ctx, { items: ids.map(single), reason: 'all' })).toBe(3);
  expect((await getBatch(ctx.db, batchId)).free).toBe(0);
});

test('rolling an import back keeps what was bought, and its other lines can be imported again', async () => {
  const { ctx } = await createWorld();
  const { goodsId, lines, batchId, input, buy } = await createStock(ctx, 2_500);
  const other = await importStock(ctx, { ...input, lines: [`other-${randomUUID()}`] });
  await buy(40);
  expect(await rollBackImport(ctx, { params: { id: String(batchId) } })).toEqual({ withdrawn: 2_460 });
  expect(await rollBackImport(ctx, { params: { id: String(batchId) } })).toEqual({ withdrawn: 0 });
  await eraseAll(ctx);
  expect(await countTexts(ctx, goodsId)).toBe(41);
  expect((await getBatch(ctx.db, other.batchId)).free).toBe(1);
  expect(await importStock(ctx, { ...input, lines })).toMatchObject({ added: 2_460, duplicates: 40 });
});

test('unsold stock is exported in the order of its import, of one import where that is asked', async () => {
  const { ctx } = await createWorld();
  const { goodsId, lines, batchId, ids, input, buy } = await createStock(ctx, 3_100);
  const extra = `extra-${randomUUID()}`;
  await importStock(ctx, { ...input, gender: 'female', lines: [extra] });
  await buy(50);
  await withdrawItems(ctx, { items: [{ firstId: ids[1_000]!, endId: ids[1_100]! }], reason: 'middle' });
  const left = lines.filter((_, index) => index >= 50 && (index < 1_000 || index >= 1_100));
  expect(await exportAll(ctx, { goodsId })).toEqual([...left, extra]);
  expect(await exportAll(ctx, { goodsId, gender: 'male' })).toEqual(left);
  expect(await exportAll(ctx, { goodsId, batchId })).toEqual(left);
});

test('while orders and withdrawals compete, every item goes one way, and nobody gets sold out', async () => {
  const { ctx } = await createWorld();
  for (let round = 0; round < 12; round += 1) {
    const { goodsId, ids, buy } = await createStock(ctx, 300);
    const tries = Array.from({ length: 30 }, (_, index) =>
      index % 2 === 0
        ? buy(7).then(() => 7)
        : withdrawItems(ctx, { items: ids.slice(index * 9, index * 9 + 9).map(single), reason: 'meeting' }),
    );
    const gone = (await Promise.all(tries)).reduce((sum, count) => sum + count, 0);
    expect((await exportAll(ctx, { goodsId })).length).toBe(300 - gone);
  }
});
