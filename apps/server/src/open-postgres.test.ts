import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openPostgres } from './open-postgres.ts';
import { createDb } from './platform/db/db.ts';
import { StartError } from './platform/start-error.ts';
import { isOnPostgres } from './testing/world.ts';

const log = pino({ level: 'silent' });

test('a database that does not answer stops the start and names the setting', async () => {
  const opening = openPostgres('postgresql://nobody@127.0.0.1:1/none', log);
  await expect(opening).rejects.toBeInstanceOf(StartError);
  await expect(opening).rejects.toThrow('DATABASE_URL');
});

test.runIf(isOnPostgres)(
  'connections lost in the middle of a transaction fail it and nothing else',
  async () => {
    const pool = await openPostgres(process.env['TEST_DATABASE_URL']!, log);
    const db = createDb(pool);
    const lose = (pid: number) => pool.query('select pg_terminate_backend($1)', [pid]);
    const broken = db.transaction().execute(async (step) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(step);
      await lose(rows[0]!.pid);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await sql`select 1`.execute(step);
    });
    await expect(broken).rejects.toThrow();
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    await pool.end();
  },
);
