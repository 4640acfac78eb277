import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld } from '../../testing/world.ts';
import { idArray, textArray } from './arrays.ts';

test('property: any texts come back from the database as they were', async () => {
  const { ctx } = await createWorld();
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('null', 'NULL', '', '{}', '"', '\\', ',', ' a ', '\n'),
  );
  const check = fc.asyncProperty(fc.array(text.map((one) => one.replaceAll('\u0000', ''))), async (texts) => {
    const { rows } = await sql<{ texts: string[] }>`select ${textArray(texts)}::text[] as texts`.execute(
      ctx.db,
    );
    expect(rows[0]!.texts).toEqual(texts);
  });
  await fc.assert(check, { numRuns: 100 });
});

test('ids come back as they were', async () => {
  const { ctx } = await createWorld();
  const ids = [1n, 9_007_199_254_740_993n, -5n];
  const { rows } = await sql<{ id: bigint }>`select unnest(${idArray(ids)}::bigint[]) as id`.execute(ctx.db);
  expect(rows.map((row) => row.id)).toEqual(ids);
});
