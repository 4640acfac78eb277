import type { Pool } from 'pg';
import { createPool } from '../platform/db/db.ts';
import type { DatabaseAccess } from '../platform/db/connections/failover-client.ts';
import { requireAnsweringPostgres, requireDurablePostgres } from '../platform/db/require-durable.ts';
import type { Log } from '../platform/log.ts';

/** Of one process; PostgreSQL allows 100 in all by default. */
const MAX_CONNECTIONS = 20;

type Timeouts = {
  /** To get a connection, new or from the pool. */
  readonly connectMs: number;
  /** For a statement to answer; after that the connection counts as lost. */
  readonly answerMs: number;
  /** For an idle transaction; after that the database aborts it and releases its locks. */
  readonly silenceMs: number;
};

/** Without these, a network that drops every packet would block orders, jobs and locks for a quarter of an hour. */
const TIMEOUTS: Timeouts = { connectMs: 30_000, answerMs: 120_000, silenceMs: 60_000 };

type Access = Pick<DatabaseAccess, 'Client' | 'connectionString'> & {
  /** Accepts a standby that may lose commits in a failover. */
  readonly acceptAsyncStandby?: boolean;
  /** Opens any PostgreSQL that answers: for commands, which are needed most when durability is broken. */
  readonly acceptAny?: boolean;
};

/**
 * Opens a pool on a PostgreSQL with durable commits; throws a StartError for any other, unless it is accepted. When
 * PostgreSQL restarts, only pending work fails: lost connections are replaced.
 */
export async function openPostgres(
  { Client, connectionString, acceptAsyncStandby = false, acceptAny = false }: Access,
  log: Log,
  { connectMs, answerMs, silenceMs } = TIMEOUTS,
): Promise<Pool> {
  const pool = createPool(
    {
      Client,
      connectionString,
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: connectMs,
      query_timeout: answerMs,
      idle_in_transaction_session_timeout: silenceMs,
    },
    // The callers report an outage; a restart breaks all connections at once.
    (error) => log.debug({ err: error }, 'a database connection was lost'),
  );
  try {
    if (acceptAny) await requireAnsweringPostgres(pool);
    else await requireDurablePostgres(pool, acceptAsyncStandby);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return pool;
}
