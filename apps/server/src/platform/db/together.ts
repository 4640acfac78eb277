import { sql, type RawBuilder } from 'kysely';
import type { Db } from './db.ts';

/**
 * A statement has its price however little it does, and in a transaction each waits for the answer to the one
 * before: the statements of a batch would cost more than its orders. So questions and writes go together.
 */

/**
 * A query, and what its rows mean. Where it shares a statement with others, its rows come by JSON: what JSON has
 * no type for (int8, timestamps, bytea) such a query turns into text.
 */
export type Question<Row, Answer> = {
  readonly query: RawBuilder<Row>;
  answer(rows: readonly Row[]): Answer;
};

export const question = <Row, Answer>(
  query: RawBuilder<Row>,
  answer: (rows: readonly Row[]) => Answer,
): Question<Row, Answer> => ({ query, answer });

// oxlint-disable-next-line typescript/no-explicit-any -- a question's own rows concern nobody else
type AnyQuestion = Question<any, unknown>;
type Answers<Q> = {
  [Place in keyof Q]: Q[Place] extends AnyQuestion ? ReturnType<Q[Place]['answer']> : never;
};

/** Makes one statement of all: they see the database at the same moment, and take locks in the order named. */
export function asOne<Q extends Readonly<Record<string, AnyQuestion>>>(
  questions: Q,
): Question<Record<string, unknown[] | null>, Answers<Q>> {
  const entries = Object.entries(questions);
  const columns = entries.map(
    ([name, { query }]) => sql`(select json_agg(found) from (${query}) as found) as ${sql.ref(name)}`,
  );
  return question(sql`select ${sql.join(columns)}`, ([row]) => {
    const answers = entries.map(([name, { answer }]) => [name, answer(row![name] ?? [])]);
    return Object.fromEntries(answers) as Answers<Q>;
  });
}

/**
 * Asks all in one trip, each a statement of its own: it waits for the locks of those before it, and then sees
 * what has been committed meanwhile.
 */
export async function askInTurn<Q extends readonly AnyQuestion[]>(
  db: Db,
  ...questions: Q
): Promise<Answers<Q>> {
  const compiled = questions.map(({ query }) => query.compile(db));
  // The query builder would send each only when the one before is answered.
  const results = await db
    .getExecutor()
    .provideConnection((connection) =>
      Promise.allSettled(compiled.map((statement) => connection.executeQuery(statement))),
    );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return questions.map(({ answer }, index) => {
    const result = results[index] as PromiseFulfilledResult<{ rows: unknown[] }>;
    return answer(result.value.rows);
  }) as Answers<Q>;
}

export async function ask<Row, Answer>(db: Db, { query, answer }: Question<Row, Answer>): Promise<Answer> {
  return answer((await query.execute(db)).rows);
}

export type Write = {
  readonly statement: RawBuilder<unknown>;
  /** Of an update or delete, which ends in `returning 1`: how many rows it must change, and what else it means. */
  readonly mustChange?: { readonly rows: number; readonly orElse: string };
};

/**
 * Writes all in one statement. None may rest on what another one changes. Throws where one changed another
 * number of rows than it must; the transaction is then to be undone.
 */
export async function writeTogether(db: Db, writes: readonly Write[]): Promise<void> {
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
