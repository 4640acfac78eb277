import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildGoods } from '../../testing/build.ts';
import { createWorld } from '../../testing/world.ts';
import { importStock } from './import-stock.ts';
import { openItems } from './open-items.ts';
import { countStock, lockRanges } from './ranges.sql.ts';

async function* linesOf(tag: string, count: number): AsyncGenerator<string> {
  for (let index = 0; index < count; index += 1) yield `user-${tag}-${index}----pass`;
}

test('lines are streamed, duplicates and unfit lines are told by number', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx);
  const tag = randomUUID();
  const lines = [
    `a-${tag}----1`,
    '',
    `b-${tag}----2`,
    ` a-${tag}----1 `,
    `bad-${tag}\u0000`,
    'x'.repeat(5_000),
    `c-${tag}\t3`,
  ];
  const first = await importStock(ctx, { goodsId, gender: 'male', note: 'first', lines });
  expect(first).toMatchObject({
    added: 3,
    duplicates: 1,
    rejected: 2,
    refusedLines: [
      { line: 5, fault: 'control characters' },
      { line: 6, fault: 'too long' },
      { line: 4, fault: 'duplicate' },
    ],
  });
  const again = await importStock(ctx, { goodsId, gender: 'female', note: 'again', lines });
  expect(again).toMatchObject({ added: 0, duplicates: 4, rejected: 2 });
  expect((await countStock(ctx.db, [goodsId])).get(goodsId)).toEqual({ male: 3, female: 0, unspecified: 0 });
});

test('an import of many chunks ends as one range, in the order of the file, and exactly as written', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx);
  const tag = randomUUID();
  await importStock(ctx, { goodsId, gender: 'unspecified', note: 'big', lines: linesOf(tag, 12_001) });
  const ranges = await ctx.db
    .transaction()
    .execute((db) => lockRanges(db, [{ goodsId, gender: 'unspecified' }], 'all'));
  expect(ranges).toHaveLength(1);
  const { nextId, endId } = ranges[0]!;
  expect(endId - nextId).toBe(12_001n);
  const [item] = await openItems(ctx, [{ firstId: nextId + 7_000n, endId: nextId + 7_001n }]);
  expect(item!.text).toBe(`user-${tag}-7000----pass`);
});

test('texts are encrypted at rest and open only in their own place', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx);
  const secret = `canary-${randomUUID()}`;
  await importStock(ctx, { goodsId, gender: 'unspecified', note: 'secret', lines: [secret, `${secret}-2`] });
  const rows = await ctx.db
    .selectFrom('stock_items')
    .selectAll()
    .where('goods_id', '=', goodsId)
    .orderBy('id')
    .execute();
  expect(rows.map((row) => row.sealed.toString('latin1')).join()).not.toContain('canary');
  await ctx.db
    .updateTable('stock_items')
    .set({ sealed: rows[0]!.sealed })
    .where('id', '=', rows[1]!.id)
    .execute();
  await expect(openItems(ctx, [{ firstId: rows[1]!.id, endId: rows[1]!.id + 1n }])).rejects.toThrow();
});

test('only who may import does', async () => {
  const { ctx } = await createWorld({ kind: 'visitor' });
  const input = { goodsId: 1n, gender: 'male', note: '', lines: ['x'] } as const;
  await expect(importStock(ctx, input)).rejects.toMatchObject({ reason: 'notSignedIn' });
});
