import type { Pool } from 'pg';
import { createPool } from './platform/db/db.ts';
import { requireDurablePostgres } from './platform/db/require-durable.ts';
import type { Log } from './platform/log.ts';

const MOST_CONNECTIONS = 20;
const LEAST_CONNECTIONS = 8;
/** PostgreSQL allows 100 unless told otherwise. */
const ALL_CONNECTIONS = 80;

const poolSizeOf = (processes: number): number =>
  Math.max(LEAST_CONNECTIONS, Math.min(MOST_CONNECTIONS, Math.floor(ALL_CONNECTIONS / processes)));

export type Patience = {
  /** For a connection, also for one of the pool to be free. */
  readonly connectMs: number;
  /** For the answer to a statement; then its connection counts as lost. */
  readonly answerMs: number;
  /** The database's with a transaction that says nothing; then its locks are free for others. */
  readonly silenceMs: number;
};

/** A network that swallows everything tells neither side, and would hold orders, jobs and locks for a quarter of an hour. */
const PATIENCE: Patience = { connectMs: 30_000, answerMs: 120_000, silenceMs: 60_000 };

/**
 * The connections to a PostgreSQL that keeps what it acknowledges; throws a StartError for another. A restart
 * of it fails what is under way and nothing else: lost connections are logged and made anew. `processes` of
 * the shop share what it allows.
 */
export async function openPostgres(
  url: string,
  log: Log,
  processes = 1,
  { connectMs, answerMs, silenceMs } = PATIENCE,
): Promise<Pool> {
  const pool = createPool(
    {
      connectionString: url,
      max: poolSizeOf(processes),
      connectionTimeoutMillis: connectMs,
      query_timeout: answerMs,
      idle_in_transaction_session_timeout: silenceMs,
    },
    (error) => log.warn({ err: error }, 'a database connection was lost'),
  );
  try {
    await requireDurablePostgres(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return pool;
}
