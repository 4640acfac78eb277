import type { Pool } from 'pg';
import { createPool } from './platform/db/db.ts';
import { requireDurablePostgres } from './platform/db/require-durable.ts';
import type { Log } from './platform/log.ts';

const POOL_SIZE = 20;

/**
 * The connections to a PostgreSQL that keeps what it acknowledges; throws a StartError for another. A restart
 * of it fails what is under way and nothing else: lost connections are logged and made anew.
 */
export async function openPostgres(url: string, log: Log): Promise<Pool> {
  const pool = createPool({ connectionString: url, max: POOL_SIZE }, (error) =>
    log.warn({ err: error }, 'a database connection was lost'),
  );
  try {
    await requireDurablePostgres(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return pool;
}
