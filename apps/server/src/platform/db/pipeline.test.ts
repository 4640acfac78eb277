import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createWorld } from '../../testing/world.ts';
import { transaction, type Db } from './db.ts';
import { runQuery, combineQueries, pipeline, query, combineWrites } from './pipeline.ts';

let db: Db;

beforeEach(async () => {
  ({ db } = (await createWorld()).ctx);
  await sql`create table if not exists pebbles (number int primary key)`.execute(db);
  await sql`delete from pebbles`.execute(db);
});

type Numbered = { readonly number: number };
const numbers = query(sql<Numbered>`select number from pebbles order by number`, (rows) =>
  rows.map(({ number }) => number),
);
const big = query(sql<{ id: string }>`select ${2n ** 60n}::bigint::text as id`, ([row]) => BigInt(row!.id));
const add = (...wanted: number[]) => ({
  statement: sql`insert into pebbles select unnest(${wanted}::int[])`,
});
const remove = (number: number) => ({
  statement: sql`delete from pebbles where number = ${number} returning 1`,
  mustChange: { rows: 1, orElse: `${number} is missing` },
});

test('queries combined in one statement are each parsed by themselves, also where none is found', async () => {
  await combineWrites(db, []);
  expect(await runQuery(db, combineQueries({ numbers, big }))).toEqual({ numbers: [], big: 2n ** 60n });
  await combineWrites(db, [add(2, 1)]);
  expect(await runQuery(db, combineQueries({ numbers, big }))).toEqual({ numbers: [1, 2], big: 2n ** 60n });
});

test('queries of a pipeline see what those before them did', async () => {
  const insert = query(sql<Numbered>`insert into pebbles values (7) returning number`, (rows) => rows.length);
  const results = await transaction(db, (step) =>
    pipeline(step, numbers, insert, combineQueries({ numbers })),
  );
  expect(results).toEqual([[], 1, { numbers: [7] }]);
});

test('one query that fails fails the pipeline, with its own error, and the connection goes on', async () => {
  const failing = query(sql`select 1 / 0`, () => null);
  await expect(transaction(db, (step) => pipeline(step, numbers, failing, numbers))).rejects.toThrow(
    'division by zero',
  );
  expect(await pipeline(db, numbers, numbers)).toEqual([[], []]);
});

test('writes are executed together, or none where one does not change what it must', async () => {
  await combineWrites(db, [add(1, 2), { statement: sql`delete from pebbles where number = 9` }]);
  const wrong = transaction(db, (step) => combineWrites(step, [remove(1), remove(3), add(4)]));
  await expect(wrong).rejects.toThrow('3 is missing');
  expect(await runQuery(db, numbers)).toEqual([1, 2]);
  await combineWrites(db, [remove(1), add(4), remove(2)]);
  expect(await runQuery(db, numbers)).toEqual([4]);
});
