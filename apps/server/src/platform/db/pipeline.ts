import { sql, type RawBuilder } from 'kysely';
import { idArray, textArray } from './arrays.ts';
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

/** Nothing is sent before `runQuery`, or before it was combined with others. */
export const query = <Row, Result>(
  statement: RawBuilder<Row>,
  parse: (rows: readonly Row[]) => Result,
): Query<Row, Result> => ({ statement, parse });

// oxlint-disable-next-line typescript/no-explicit-any -- nobody but the query itself sees its rows
type AnyQuery = Query<any, unknown>;
type Results<Q> = {
  [Name in keyof Q]: Q[Name] extends AnyQuery ? ReturnType<Q[Name]['parse']> : never;
};

/**
 * Makes one statement of all: they share one snapshot and take their locks in the order in which they are named. Its
 * answer is one value, because the driver describes the columns of each answer anew, which takes longer than parsing it.
 */
export function combineQueries<Q extends Readonly<Record<string, AnyQuery>>>(
  queries: Q,
): Query<{ readonly all: readonly (readonly unknown[] | null)[] }, Results<Q>> {
  const entries = Object.entries(queries);
  const parts = entries.map(
    ([, { statement }]) => sql`(select json_agg(found) from (${statement}) as found)`,
  );
  return query(sql`select json_build_array(${sql.join(parts)}) as "all"`, ([row]) => {
    const results = entries.map(([name, { parse }], at) => [name, parse(row!.all[at] ?? [])]);
    return Object.fromEntries(results) as Results<Q>;
  });
}

/**
 * Sends all queries in one round trip, each a statement of its own: it waits for the locks of those before it, and
 * then sees what was committed in the meantime. If one fails, all fail with its error.
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
 * All writes as one statement. None may depend on what another one changes; those that must change rows are executed
 * first, in their order. It fails where one changed a number of rows other than required.
 */
export function combinedWrites(writes: readonly Write[]): RawBuilder<unknown> {
  const parts = writes.map(({ statement }, index) => sql`${sql.ref(`w${index}`)} as (${statement})`);
  const checked = writes.flatMap(({ mustChange }, index) =>
    mustChange ? [{ ...mustChange, count: sql`(select count(*)::int from ${sql.ref(`w${index}`)})` }] : [],
  );
  const check =
    checked.length === 0
      ? sql`1`
      : sql`require_changes(array[${sql.join(checked.map(({ count }) => count))}],
          ${idArray(checked.map(({ rows }) => rows))}::int[], ${textArray(checked.map(({ orElse }) => orElse))}::text[])`;
  return sql`with ${sql.join(parts)} select ${check}`;
}

/** Executes all writes as one statement. */
export async function combineWrites(db: Db, writes: readonly Write[]): Promise<void> {
  if (writes.length > 0) await combinedWrites(writes).execute(db);
}

/**
 * Sends a statement and returns its answer, not waited for. The statement is on its way when `send` returns, so a
 * COMMIT sent after it can only follow it.
 */
export function send(db: Db, statement: RawBuilder<unknown>): Promise<unknown> {
  const compiled = statement.compile(db);
  const answer = db.getExecutor().provideConnection((connection) => connection.executeQuery(compiled));
  // Whoever awaits it still gets its error; a step that fails first does not.
  answer.catch(() => undefined);
  return answer;
}
