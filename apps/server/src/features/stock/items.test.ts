import { expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { createTestShop } from '../../testing/app.ts';
import { buildGoods } from '../../testing/build.ts';
import { importStock } from './import/imports.ts';
import { nextStep, openItems } from './items.sql.ts';

test('a turn of the event loop opens some items only, however many are read at once', async () => {
  const { ctx } = await createTestShop();
  const goodsId = await buildGoods(ctx);
  const lines = Array.from({ length: 300 }, (_, n) => `${randomUUID()}----Pw-${n}`);
  const { batchId } = await importStock(ctx, { goodsId, gender: 'male', note: '', lines });
  const { rows } = await sql<{ firstId: bigint; endId: bigint }>`
    select first_id as "firstId", end_id as "endId" from stock_batch_ranges where batch_id = ${batchId}`.execute(
    ctx.db,
  );
  let inTurn = 0;
  let most = 0;
  const open: Keyring['open'] = (...args) => {
    if (inTurn === 0) setImmediate(() => (inTurn = 0));
    inTurn += 1;
    most = Math.max(most, inTurn);
    return ctx.keyring.open(...args);
  };
  const counting = { ...ctx, keyring: { open } as Keyring };
  const opened = await Promise.all(Array.from({ length: 8 }, () => openItems(counting, rows)));
  for (const items of opened) expect(items.map(({ text }) => text)).toEqual(lines);
  expect(most).toBeLessThanOrEqual(100);
});

test('a step has as many items as their length allows', () => {
  const form = { separator: ':', columns: [], surplus: 'last', keeps_blanks: false } as const;
  const itemsOf = (length: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({ id: BigInt(n), text: 'x'.repeat(length), form }));
  expect(nextStep(itemsOf(70, 50))).toBe(100);
  expect(nextStep(itemsOf(4_000, 50))).toBe(24);
  expect(nextStep(itemsOf(64_000, 50))).toBe(1);
  expect(nextStep(itemsOf(200_000, 1))).toBe(1);
});
