import { sql, type RawBuilder } from 'kysely';
import type { Db } from './db.ts';

/**
 * Every statement has a fixed cost, and in a transaction each waits for the answer to the one before: sent one by
 * one, the statements of a batch would cost more than its orders. So reads and writes are sent together.
 */

/**
 * A statement, and how its rows are read. Combined with others, its rows arrive as JSON: what JSON has no type for
 * (int8, timestamps, bytea) such a statement must select as text.
 */
export type Query<Row, Result> = {
  readonly statement: RawBuilder<Row>;
  parse(rows: readonly Row[]): Result;
};

export const query = <Row, Result>(
  statement: RawBuilder<Row>,
  parse: (rows: readonly Row[]) => Result,
): Query<Row, Result> => ({ statement, parse });

// oxlint-disable-next-line typescript/no-explicit-any -- nobody but the query itself sees its rows
type AnyQuery = Query<any, unknown>;
type Results<Q> = {
  [Name in keyof Q]: Q[Name] extends AnyQuery ? ReturnType<Q[Name]['parse']> : never;
};

/** Makes one statement of all: they share one snapshot and take their locks in the order in which they are named. */
export function combineQueries<Q extends Readonly<Record<string, AnyQuery>>>(
  queries: Q,
): Query<Record<string, unknown[] | null>, Results<Q>> {
  const entries = Object.entries(queries);
  const columns = entries.map(
    ([name, { statement }]) => sql`(select json_agg(found) from (${statement}) as found) as ${sql.ref(name)}`,
  );
  return query(sql`select ${sql.join(columns)}`, ([row]) => {
    const results = entries.map(([name, { parse }]) => [name, parse(row![name] ?? [])]);
    return Object.fromEntries(results) as Results<Q>;
  });
}

/**
 * Sends all queries in one round trip, each a statement of its own: it waits for the locks of those before it, and
 * then sees what was committed in the meantime. Where one fails, all fail with its error.
 */
export async function pipeline<Q extends readonly AnyQuery[]>(db: Db, ...queries: Q): Promise<Results<Q>> {
  const compiled = queries.map(({ statement }) => statement.compile(db));
  // The query builder would send each only after the answer to the one before.
  const settled = await db
    .getExecutor()
    .provideConnection((connection) =>
      Promise.allSettled(compiled.map((statement) => connection.executeQuery(statement))),
    );
  const failed = settled.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return queries.map(({ parse }, index) => {
    const result = settled[index] as PromiseFulfilledResult<{ rows: unknown[] }>;
    return parse(result.value.rows);
  }) as Results<Q>;
}

/** Sends one query by itself. */
export async function runQuery<Row, Result>(
  db: Db,
  { statement, parse }: Query<Row, Result>,
): Promise<Result> {
  return parse((await statement.execute(db)).rows);
}

export type Write = {
  readonly statement: RawBuilder<unknown>;
  /** Of an update or delete that ends in `returning 1`: how many rows it must change, and the error otherwise. */
  readonly mustChange?: { readonly rows: number; readonly orElse: string };
};

/**
 * Executes all writes as one statement. None may depend on what another one changes. Throws where a write changed
 * a number of rows other than required; the caller's transaction is then to be rolled back.
 */
export async function combineWrites(db: Db, writes: readonly Write[]): Promise<void> {
  if (writes.length === 0) return;
  const parts = writes.map(({ statement }, index) => sql`${sql.ref(`w${index}`)} as (${statement})`);
  const counts = writes.map(({ mustChange }, index) =>
    mustChange ? sql`(select count(*)::int from ${sql.ref(`w${index}`)})` : sql`null`,
  );
  const { rows } = await sql<{ changed: (number | null)[] }>`
    with ${sql.join(parts)} select array[${sql.join(counts)}]::int[] as changed`.execute(db);
  const { changed } = rows[0]!;
  for (const [index, { mustChange }] of writes.entries()) {
    if (mustChange && changed[index] !== mustChange.rows) throw new Error(mustChange.orElse);
  }
}
