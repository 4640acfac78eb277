import { Kysely, PostgresDialect, sql, type RawBuilder } from 'kysely';
import { Pool, types as builtIn, type CustomTypesConfig, type PoolConfig } from 'pg';
import { UNAWAITED_ACCESS_MODE, PreparingClient } from './connections/preparing-client.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * One SQL dialect for PostgreSQL and the embedded database. Features add their tables by declaration
 * merging in their `*.sql.ts`.
 */
// oxlint-disable-next-line typescript/consistent-type-definitions -- merging needs an interface
export interface Database {}

export type Db = Kysely<Database>;

const INT8: number = builtIn.builtins.INT8;
const INT8_ARRAY = 1016;
const TIMESTAMPTZ: number = builtIn.builtins.TIMESTAMPTZ;
const readAnyTimestamp = builtIn.getTypeParser(TIMESTAMPTZ) as (text: string) => Date;

/** The time of a `timestamptz` as the server writes it. */
export const toTime = (text: string): Date => readTimestamp(text) ?? readAnyTimestamp(text);

/** Without nulls, of one dimension. */
const readBigints = (text: string): bigint[] => (text.match(/-?\d+/g) ?? []).map(BigInt);

/** int8 is read as bigint: ids and money never pass through a float. */
const types: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (format === 'binary') return builtIn.getTypeParser(oid, format);
    if (oid === TIMESTAMPTZ) return toTime;
    if (oid === INT8_ARRAY) return readBigints;
    return oid === INT8 ? BigInt : builtIn.getTypeParser(oid, format);
  },
};

/** Compiling a plan takes hundreds of milliseconds; every statement here takes less than that. */
const NOT_COMPILED = '-c jit=off';

/**
 * Statements sent together on one connection share a round trip, and each is prepared once per connection. A lost
 * connection fails the statements under way on it, calls `onLost`, and is replaced.
 */
export function createPool(config: PoolConfig, onLost: (error: Error) => void = () => undefined): Pool {
  const pool = new Pool({ Client: PreparingClient, pipeline: true, options: NOT_COMPILED, ...config, types });
  pool.on('error', onLost);
  // The pool handles errors of idle connections only; an unhandled one would end the process.
  pool.on('connect', (client) => void client.on('error', onLost));
  return pool;
}

export const createDb = (pool: Pool): Db => new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });

const RETRIES = 5;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

/** Runs `step` in one transaction, and again after a deadlock or serialization failure, five times at most. */
export const transaction = <T>(db: Db, step: (db: Db) => Promise<T>): Promise<T> =>
  repeating(() => db.transaction().execute(step));

/** `last`: the last statement's answer. The statement is on its way; nothing waits for its answer. */
export type Ending<T> = { readonly result: T; readonly last: Promise<unknown> | null };

/**
 * The same with two fewer round trips: BEGIN is sent with the step's first statements, which must only read, because
 * they are executed even where it fails; COMMIT along with its last one. Whatever fails, nothing is committed.
 */
export const shortTransaction = <T>(db: Db, step: (db: Db) => Promise<Ending<T>>): Promise<T> =>
  repeating(async () => {
    const sent: { last: Promise<unknown> | null } = { last: null };
    try {
      return await db
        .transaction()
        .setAccessMode(UNAWAITED_ACCESS_MODE)
        .execute(async (inner) => {
          const ending = await step(inner);
          sent.last = ending.last;
          return ending.result;
        });
    } catch (error) {
      // COMMIT only reports that nothing was committed; the failed statement has the reason.
      await sent.last;
      throw error;
    }
  });

async function repeating<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
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
 * For prepared statements: they are planned once, and a plan made while a table was small must not scan all of it once
 * it has grown. It is a prepared statement too, hence the values as parameters. In force to the end of the transaction.
 */
export const indexesFirst: RawBuilder<unknown> = sql`
  select set_config('enable_seqscan', ${'off'}, true), set_config('plan_cache_mode', ${'force_generic_plan'}, true)`;

/** Runs `indexesFirst` in the current transaction. */
export async function preferIndexes(db: Db): Promise<void> {
  await indexesFirst.execute(db);
}

/** Waits until nobody else holds the name, and holds it until the transaction ends. A name says whose and what for. */
export async function lockName(db: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

/**
 * For statements whose best plan depends on a value, such as sums over the rows after an id, which may be few or nearly
 * all. Plans each execution separately; in force to the end of the transaction.
 */
export async function forceCustomPlans(db: Db): Promise<void> {
  await sql`
    select set_config('enable_seqscan', 'off', true),
      set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(db);
}

/** The constraint that a failed statement broke, or null if it failed otherwise. */
export function brokenConstraint(error: unknown): string | null {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code?.startsWith('23') ? (constraint ?? null) : null;
}

/** Resolves when the database answers. */
export async function pingDb(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/** Whether the database refuses to write, as a standby does. */
export async function readIsReadOnly(db: Db): Promise<boolean> {
  const { rows } = await sql<{ readonly: string }>`
    select current_setting('transaction_read_only') as readonly`.execute(db);
  return rows[0]!.readonly === 'on';
}

type Savepoint = {
  /** Undoes what the transaction did since; the transaction continues. */
  rollBack(): Promise<void>;
};

/** Marks a point inside a transaction. One at a time: a second one hides the first. */
export async function openSavepoint(db: Db): Promise<Savepoint> {
  await sql`savepoint step`.execute(db);
  return {
    async rollBack() {
      await sql`rollback to savepoint step`.execute(db);
    },
  };
}

/**
 * The time of a `timestamptz` as the server writes it in UTC, "2026-11-20 12:00:00.123456+00"; undefined for every other
 * spelling. The driver's own parser reads all of them, six times as slowly, and nearly every row has a time.
 */
export function readTimestamp(text: string): Date | undefined {
  const isUsual = YEAR.test(text) && text.charCodeAt(10) === SPACE && text.endsWith('+00');
  if (!isUsual) return undefined;
  const two = (at: number): number => digit(text, at) * 10 + digit(text, at + 1);
  const year = two(0) * 100 + two(2);
  const millis = text.charCodeAt(19) === DOT ? millisOf(text, 20) : 0;
  return new Date(Date.UTC(year, two(5) - 1, two(8), two(11), two(14), two(17), millis));
}

/** Four digits: `Date.UTC` takes years before 100 for those of the last century. */
const YEAR = /^[1-9]\d{3}-/;

const SPACE = 0x20;

const DOT = 0x2e;

const ZERO = 0x30;

const digit = (text: string, at: number): number => text.charCodeAt(at) - ZERO;

/** The first three decimals; zeros at the end are not written. */
function millisOf(text: string, start: number): number {
  let millis = 0;
  let worth = 100;
  for (let at = start; worth >= 1 && text.charCodeAt(at) >= ZERO; at += 1) {
    millis += digit(text, at) * worth;
    worth /= 10;
  }
  return millis;
}
