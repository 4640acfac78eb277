import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { buildGoods } from '../../../testing/build.ts';
import type { Ctx } from '../../../platform/context.ts';
import { createWorld } from '../../../testing/world.ts';
import { findBatches, type BatchRow, getBatch } from './batches.sql.ts';
import { markStalledBatches, importStock } from './imports.ts';
import { openItems } from '../items.sql.ts';
import { countStock, lockRanges } from '../stock.sql.ts';
import { readRefusedLines, sweepRefusedLines } from './refused-lines.ts';
import { rollBackImport } from './stock-batches.ts';

async function* linesOf(tag: string, count: number): AsyncGenerator<string> {
  for (let index = 0; index < count; index += 1) yield `user-${tag}-${index}----pass`;
}

test('lines are streamed, duplicates and unfit lines are reported by number', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx);
  const tag = randomUUID();
  const lines = [
    `a-${tag}----1`,
    '',
    `b-${tag}----2`,
    ` a-${tag}----1 `,
    `bad-${tag}\u0000`,
    'x'.repeat(64_001),
    `c-${tag}\t3`,
  ];
  const first = await importStock(ctx, { goodsId, gender: 'male', note: 'first', lines });
  expect(first).toMatchObject({ lines: 7, added: 3, duplicates: 1, rejected: 2 });
  expect(await collect(readRefusedLines(ctx, first.batchId))).toEqual([
    { line: 4, fault: 'duplicate', text: null },
    { line: 5, fault: 'control characters', text: `bad-${tag}\u0000` },
    { line: 6, fault: 'too long', text: 'x'.repeat(64_001) },
  ]);
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
    .execute((db) => lockRanges(db, [{ goodsId, gender: 'unspecified' }], 'waitForAll'));
  expect(ranges).toHaveLength(1);
  const { nextId, endId } = ranges[0]!;
  expect(endId - nextId).toBe(12_001n);
  const [item] = await openItems(ctx, [{ firstId: nextId + 7_000n, endId: nextId + 7_001n }]);
  expect(item!.text).toBe(`user-${tag}-7000----pass`);
});

test('texts are encrypted at rest and open only in their own row', async () => {
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

test('how far an import has come can be read while it runs', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx);
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  async function* lines(): AsyncGenerator<string> {
    yield* linesOf(randomUUID(), 3_400);
    await gate;
    yield 'the last';
  }
  const input = { goodsId, gender: 'male', note: 'watched', lines: lines(), expectedLines: 3_401 } as const;
  const running = importStock(ctx, input);
  const [{ id }] = await waitForBatch(ctx, goodsId, 3_000);
  expect(await getBatch(ctx.db, id)).toMatchObject({
    state: 'running',
    lines: 3_000,
    expected_lines: 3_401,
    added: 3_000,
    free: 3_000,
  });
  open();
  await running;
  expect(await getBatch(ctx.db, id)).toMatchObject({ state: 'done', lines: 3_401, added: 3_401 });
});

test('an import whose file breaks off is unfinished, and the same file again adds the rest', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx);
  const tag = randomUUID();
  async function* broken(): AsyncGenerator<string> {
    yield* linesOf(tag, 2_400);
    throw new Error('the connection is gone');
  }
  const input = { goodsId, gender: 'male', note: 'broken' } as const;
  await expect(importStock(ctx, { ...input, lines: broken() })).rejects.toThrow('the connection is gone');
  const [batch] = await waitForBatch(ctx, goodsId, 2_000);
  expect(batch).toMatchObject({ state: 'unfinished', added: 2_000, finished_at: null });
  const again = await importStock(ctx, { ...input, lines: linesOf(tag, 2_400) });
  expect(again).toMatchObject({ added: 400, duplicates: 2_000 });
});

test('an import that receives no lines for long is unfinished, until its next lines come', async () => {
  const { ctx, clock } = await createWorld();
  const goodsId = await buildGoods(ctx);
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  async function* lines(): AsyncGenerator<string> {
    yield* linesOf(randomUUID(), 1_000);
    await gate;
    yield* linesOf(randomUUID(), 800);
  }
  const running = importStock(ctx, { goodsId, gender: 'male', note: 'silent', lines: lines() });
  const [{ id }] = await waitForBatch(ctx, goodsId, 1_000);
  await markStalledBatches(ctx);
  expect((await getBatch(ctx.db, id)).state).toBe('running');
  clock.advance(31_000);
  await markStalledBatches(ctx);
  expect(await getBatch(ctx.db, id)).toMatchObject({
    state: 'unfinished',
    added: 1_000,
    finished_at: null,
  });
  open();
  await running;
  expect(await getBatch(ctx.db, id)).toMatchObject({ state: 'done', added: 1_800 });
});

test('rolling back stops an import that is running', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx);
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  async function* lines(): AsyncGenerator<string> {
    yield* linesOf(randomUUID(), 1_000);
    await gate;
    yield* linesOf(randomUUID(), 1_000);
  }
  const running = importStock(ctx, { goodsId, gender: 'male', note: 'wrong', lines: lines() });
  const [{ id }] = await waitForBatch(ctx, goodsId, 1_000);
  expect(await rollBackImport(ctx, { params: { id: String(id) } })).toEqual({ withdrawn: 1_000 });
  open();
  await expect(running).rejects.toMatchObject({ reason: 'importStopped' });
  expect(await getBatch(ctx.db, id)).toMatchObject({ state: 'rolled back', free: 0 });
});

test('two imports of the same lines at once add each line once', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx);
  const tag = randomUUID();
  const input = { goodsId, gender: 'male', note: 'twins' } as const;
  const reports = await Promise.all(
    [1, 2, 3].map(() => importStock(ctx, { ...input, lines: linesOf(tag, 2_200) })),
  );
  expect(reports.reduce((sum, { added }) => sum + added, 0)).toBe(2_200);
  expect(reports.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(4_400);
  expect((await countStock(ctx.db, [goodsId])).get(goodsId)!.male).toBe(2_200);
});

test('texts of refused lines are sealed, bounded, and erased after the retention', async () => {
  const { ctx, clock } = await createWorld();
  const goodsId = await buildGoods(ctx);
  const secret = `canary-${randomUUID()}`;
  const lines = Array.from({ length: 10_300 }, (_, index) => `${secret}-${index}\u0001`);
  const { batchId } = await importStock(ctx, { goodsId, gender: 'male', note: 'unfit', lines });
  const kept = await collect(readRefusedLines(ctx, batchId));
  expect(kept).toHaveLength(10_000);
  expect(kept.at(-1)).toEqual({ line: 10_000, fault: 'control characters', text: lines[9_999] });
  const rows = await ctx.db
    .selectFrom('stock_refused_lines')
    .selectAll()
    .where('batch_id', '=', batchId)
    .execute();
  expect(rows.map((row) => row.sealed!.toString('latin1')).join()).not.toContain('canary');
  clock.advance(8 * 86_400_000);
  await sweepRefusedLines(ctx);
  const [first] = await collect(readRefusedLines(ctx, batchId));
  expect(first).toEqual({ line: 1, fault: 'control characters', text: null });
});

/** The imports of a product once they have read so many lines in all. */
async function waitForBatch(ctx: Ctx, goodsId: bigint, lines: number): Promise<[BatchRow]> {
  while (true) {
    const batches = await findBatches(ctx.db, { goodsId, limit: 1 });
    if (batches[0]?.lines === lines) return [batches[0]];
    await sleep(5);
  }
}

async function collect<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of list) all.push(one);
  return all;
}
