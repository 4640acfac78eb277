import type { Network } from '@portside/contract';
import type pg from 'pg';

export type LeaderLock = { acquire(): Promise<boolean>; release(): void };

/**
 * Elects one of several processes to follow a network, by an advisory lock of PostgreSQL that ends with the
 * holder's connection. Occupies one connection of the pool while the lock is held.
 */
export function createLeaderLock(pool: pg.Pool, network: Network): LeaderLock {
  let holder: pg.PoolClient | null = null;

  const acquire = async (): Promise<boolean> => {
    if (holder) return true;
    const client = await pool.connect();
    try {
      if (!(await lock(client, `follow ${network}`))) {
        client.release();
        return false;
      }
    } catch (error) {
      client.release(true);
      throw error;
    }
    holder = client;
    client.once('error', (error) => {
      if (holder === client) client.release(error);
      holder = null;
    });
    return true;
  };

  const release = (): void => {
    // Closing the connection releases the lock.
    holder?.release(true);
    holder = null;
  };

  return { acquire, release };
}

async function lock(client: pg.PoolClient, name: string): Promise<boolean> {
  const sql = 'select pg_try_advisory_lock(hashtext($1)) as taken';
  const { rows } = await client.query<{ taken: boolean }>(sql, [name]);
  return rows[0]?.taken === true;
}
