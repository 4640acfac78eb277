import type { Network } from '@portside/contract';
import type pg from 'pg';

export type Lead = { take(): Promise<boolean>; release(): void };

/**
 * Lets one process of several follow a network: the holder of a lock of PostgreSQL, which vanishes with the
 * holder's connection. Keeps one connection of the pool for as long as the lead lasts.
 */
export function createLead(pool: pg.Pool, network: Network): Lead {
  let holder: pg.PoolClient | null = null;

  const take = async (): Promise<boolean> => {
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
    // Ends the connection, and with it the lock.
    holder?.release(true);
    holder = null;
  };

  return { take, release };
}

async function lock(client: pg.PoolClient, name: string): Promise<boolean> {
  const sql = 'select pg_try_advisory_lock(hashtext($1)) as taken';
  const { rows } = await client.query<{ taken: boolean }>(sql, [name]);
  return rows[0]?.taken === true;
}
