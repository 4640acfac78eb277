import { Kysely, PostgresDialect, sql, type RawBuilder } from 'kysely';
import { Pool, types as builtIn, type CustomTypesConfig, type PoolConfig } from 'pg';
import { PreparingClient } from './preparing-client.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * One SQL dialect for PostgreSQL and the embedded database. Features add their tables by declaration
 * merging in their `*.tables.ts`.
 */
// oxlint-disable-next-line typescript/consistent-type-definitions -- merging needs an interface
export interface Database {}

export type Db = Kysely<Database>;

const INT8: number = builtIn.builtins.INT8;

/** int8 comes as bigint: ids and money never pass through a float. */
const types: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary' ? BigInt : builtIn.getTypeParser(oid, format),
};

/** To compile a plan takes some hundred milliseconds; every statement here is answered in fewer. */
const NOT_COMPILED = '-c jit=off';

/**
 * Statements sent together on one connection go out together (one round trip), and are prepared once for
 * each connection. A lost connection fails what is under way on it, is told to `onLost`, and is made anew.
 */
export function createPool(config: PoolConfig, onLost: (error: Error) => void = () => undefined): Pool {
  const pool = new Pool({ Client: PreparingClient, pipeline: true, options: NOT_COMPILED, ...config, types });
  pool.on('error', onLost);
  // The pool hears of its idle connections only; an error nobody hears of would end the process.
  pool.on('connect', (client) => void client.on('error', onLost));
  return pool;
}

export const createDb = (pool: Pool): Db => new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });

const RETRIES = 5;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

/** Runs `step` in one transaction; a deadlock or serialization failure is tried again, five times at most. */
export async function transaction<T>(db: Db, step: (db: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(step);
    } catch (error) {
      if (attempt > RETRIES || !isWorthRetrying(error)) throw error;
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}

function isWorthRetrying(error: unknown): boolean {
  const code = (error as { code?: string }).code;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

/**
 * For statements that are prepared once and run for ever: they are planned once, and a plan made while a table
 * was small must not read it whole when it has grown. Holds to the end of the transaction.
 */
export const indexesFirst: RawBuilder<unknown> = sql`
  select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`;

export async function preferIndexes(db: Db): Promise<void> {
  await indexesFirst.execute(db);
}

/**
 * For sums over what comes after an id: of all movements that is next to nothing or nearly everything, which only
 * the value tells. Holds to the end of the transaction.
 */
export async function forceCustomPlans(db: Db): Promise<void> {
  await sql`
    select set_config('enable_seqscan', 'off', true),
      set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(db);
}

/** The constraint that a failed statement broke, or null where it failed otherwise. */
export function brokenConstraint(error: unknown): string | null {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code?.startsWith('23') ? (constraint ?? null) : null;
}

/** Resolves when the database answers. */
export async function pingDb(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
