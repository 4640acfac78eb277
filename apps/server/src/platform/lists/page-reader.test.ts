import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld, isOnPostgres } from '../../testing/world.ts';
import { inTime } from './page-reader.ts';

const { ctx } = await createWorld();

test.skipIf(!isOnPostgres)('a list that takes too long is refused with a reason', async () => {
  const slow = inTime(ctx.db, (db) => sql`select pg_sleep(5)`.execute(db), 20);
  await expect(slow).rejects.toMatchObject({ reason: 'searchTooWide' });
});

test('a statement that is canceled is refused, other failures are not; the next one has time again', async () => {
  const fail = (code: string) =>
    inTime(ctx.db, (db) => sql.raw(`do $$ begin raise using errcode = '${code}'; end $$`).execute(db), 1_000);
  await expect(fail('57014')).rejects.toMatchObject({ reason: 'searchTooWide' });
  await expect(fail('22012')).rejects.toMatchObject({ code: '22012' });
  const { rows } = await sql<{ most: string }>`select current_setting('statement_timeout') as most`.execute(
    ctx.db,
  );
  expect(rows).toEqual([{ most: '0' }]);
});
