import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld, isOnPostgres } from '../../testing/world.ts';
import type { Db } from '../db/db.ts';
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
