import { expect, test } from 'vitest';
import { createWorld, isOnPostgres } from '../../../testing/world.ts';
import { createLead } from '../index.ts';

test.runIf(isOnPostgres)(
  'one of several processes leads, until it lets go or its connection dies',
  async () => {
    const { pool } = await createWorld();
    const [one, other] = [createLead(pool, 'TRON'), createLead(pool, 'TRON')];
    expect([await one.take(), await other.take(), await one.take()]).toEqual([true, false, true]);
    const elsewhere = createLead(pool, 'ETH');
    expect(await elsewhere.take()).toBe(true);
    one.release();
    await expect.poll(() => other.take()).toBe(true);
    await pool.query(`
    select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where locktype = 'advisory' and datname = current_database()`);
    await expect.poll(() => one.take()).toBe(true);
    [one, other, elsewhere].forEach((lead) => lead.release());
  },
);
