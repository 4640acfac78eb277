import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld, runsHere } from '../../../testing/world.ts';

/** Beginnings and lengths in a space so small that ranges often meet. */
const ranges = fc.array(fc.record({ first: fc.nat(40), length: fc.integer({ min: 1, max: 4 }) }), {
  minLength: 1,
  maxLength: 4,
});
type Ranges = readonly { readonly first: number; readonly length: number }[];

const itemsOf = (of: Ranges): number[] =>
  of.flatMap(({ first, length }) => Array.from({ length }, (_, index) => first + index));

test('a statement is refused exactly when it takes an item that is taken, or one twice', async () => {
  const { ctx } = await createWorld();
  let base = 1_000_000_000;
  const take = (of: Ranges): Promise<unknown> =>
    sql`insert into order_ranges (first_id, end_id, order_id)
      select ${base}::bigint + first, ${base}::bigint + first + length, 1
      from json_to_recordset(${JSON.stringify(of)}) as one (first int, length int)`.execute(ctx.db);

  await fc.assert(
    fc.asyncProperty(fc.array(ranges, { minLength: 2, maxLength: 6 }), async (statements) => {
      base += 100;
      const taken = new Set<number>();
      for (const statement of statements) {
        const items = itemsOf(statement);
        const isSound = new Set(items).size === items.length && !items.some((item) => taken.has(item));
        if (!isSound) {
          await expect(take(statement)).rejects.toThrow();
          continue;
        }
        await take(statement);
        items.forEach((item) => taken.add(item));
      }
    }),
    { numRuns: runsHere(150) },
  );
});
