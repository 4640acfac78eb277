import { expect, test } from 'vitest';
import { createWorld, isOnPostgres } from '../../../testing/world.ts';
import { createLeaderLock } from '../index.ts';

test.runIf(isOnPostgres)(
  'one of several processes leads, until it lets go or its connection dies',
  async () => {
    const { pool } = await createWorld();
    const [one, other] = [createLeaderLock(pool, 'TRON'), createLeaderLock(pool, 'TRON')];
    expect([await one.acquire(), await other.acquire(), await one.acquire()]).toEqual([true, false, true]);
    const elsewhere = createLeaderLock(pool, 'ETH');
    expect(await elsewhere.acquire()).toBe(true);
    one.release();
    await expect.poll(() => other.acquire()).toBe(true);
    await pool.query(`
    select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where locktype = 'advisory' and datname = current_database()`);
    await expect.poll(() => one.acquire()).toBe(true);
    [one, other, elsewhere].forEach((lead) => lead.release());
  },
);
