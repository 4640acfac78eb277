import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld } from '../../testing/world.ts';
import { byteaArray } from './arrays.ts';

test('bytes come through an array as they are', async () => {
  const { ctx } = await createWorld();
  const bytes = fc.uint8Array({ maxLength: 300 }).map((values) => Buffer.from(values));
  const check = fc.asyncProperty(fc.array(bytes), async (values) => {
    const { rows } = await sql<{ value: Buffer }>`
      select value from unnest(${byteaArray(values)}::bytea[]) with ordinality as list (value, n) order by n`.execute(
      ctx.db,
    );
    expect(rows.map((row) => row.value.toString('hex'))).toEqual(
      values.map((value) => value.toString('hex')),
    );
  });
  await fc.assert(check, { numRuns: 50 });
});
