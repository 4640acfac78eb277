import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld, isOnPostgres } from '../../testing/world.ts';
import { startBudget } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { findPage, type IdBounds, type IdPosition } from './by-id.ts';
import { inTime, pageReader } from './page-reader.ts';

const { ctx } = await createWorld();

test.skipIf(!isOnPostgres)(
  'a list that takes too long to sort by amount is refused with a reason',
  async () => {
    const list = {
      readPlace: String,
      writePlace: String,
      amountOf: () => 0n,
      findByTime: () => Promise.resolve({ rows: [], next: null }),
      findByAmount: async (db: Db) => (await sql`select pg_sleep(10)`.execute(db)).rows,
    };
    const slow = pageReader(list, { sort: 'amount' })(ctx.db, {}, 1);
    await expect(slow).rejects.toMatchObject({ reason: 'searchTooWide' });
  },
);

test('a canceled statement answers nothing, other failures are thrown; the next one has time again', async () => {
  const fail = (code: string) =>
    inTime(ctx.db, 1_000, (db) => sql.raw(`do $$ begin raise using errcode = '${code}'; end $$`).execute(db));
  expect(await fail('57014')).toBeUndefined();
  await expect(fail('22012')).rejects.toMatchObject({ code: '22012' });
  const { rows } = await sql<{ most: string }>`
    select current_setting('statement_timeout') as most`.execute(ctx.db);
  expect(rows).toEqual([{ most: '0' }]);
});

const LAST = 300_000n;

test('pages of a list read window by window have every row once, in either direction, and end', async () => {
  const list = fc.record({
    ids: fc.uniqueArray(fc.bigInt({ min: 1n, max: LAST }), { maxLength: 60 }),
    isAscending: fc.boolean(),
    isIndexed: fc.boolean(),
    limit: fc.integer({ min: 1, max: 20 }),
    window: fc.constantFrom(undefined, 7_000n),
  });
  const property = fc.asyncProperty(list, async ({ ids, isAscending, isIndexed, limit, window }) => {
    const sorted = ids.toSorted((a, b) => (a < b === isAscending ? -1 : 1));
    const find = ({ lowest, highest }: IdBounds, count: number) =>
      Promise.resolve(
        sorted
          .filter((id) => id >= lowest && id <= highest)
          .slice(0, count)
          .map((id) => ({ id })),
      );
    const read: bigint[] = [];
    let position: IdPosition = { isAscending, past: undefined };
    for (;;) {
      const paging = { position, limit, isIndexed, window };
      const { shown, next } = await findPage({ lowest: 1n, highest: LAST }, paging, find);
      expect(shown.length).toBeLessThanOrEqual(limit);
      read.push(...shown.map(({ id }) => id));
      if (next === null) break;
      if (position.past !== undefined) expect(next > position.past).toBe(isAscending);
      position = { isAscending, past: next };
    }
    expect(read).toEqual(sorted);
  });
  await fc.assert(property, { numRuns: 200 });
});

test('a budget without a limit is never spent, and none is spent at once', () => {
  expect(startBudget(Infinity).isSpent()).toBe(false);
  expect(startBudget(-1).isSpent()).toBe(true);
});
