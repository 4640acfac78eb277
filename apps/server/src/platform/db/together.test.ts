import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createWorld } from '../../testing/world.ts';
import { transaction, type Db } from './db.ts';
import { ask, asOne, askInTurn, question, writeTogether } from './together.ts';

let db: Db;

beforeEach(async () => {
  ({ db } = (await createWorld()).ctx);
  await sql`create table if not exists pebbles (number int primary key)`.execute(db);
  await sql`delete from pebbles`.execute(db);
});

type Numbered = { readonly number: number };
const numbers = question(sql<Numbered>`select number from pebbles order by number`, (rows) =>
  rows.map(({ number }) => number),
);
const big = question(sql<{ id: string }>`select ${2n ** 60n}::bigint::text as id`, ([row]) =>
  BigInt(row!.id),
);
const add = (...wanted: number[]) => ({
  statement: sql`insert into pebbles select unnest(${wanted}::int[])`,
});
const remove = (number: number) => ({
  statement: sql`delete from pebbles where number = ${number} returning 1`,
  mustChange: { rows: 1, orElse: `${number} is missing` },
});

test('questions in one statement answer each for itself, none found included', async () => {
  await writeTogether(db, []);
  expect(await ask(db, asOne({ numbers, big }))).toEqual({ numbers: [], big: 2n ** 60n });
  await writeTogether(db, [add(2, 1)]);
  expect(await ask(db, asOne({ numbers, big }))).toEqual({ numbers: [1, 2], big: 2n ** 60n });
});

test('questions in turn see what those before them did', async () => {
  const insert = question(
    sql<Numbered>`insert into pebbles values (7) returning number`,
    (rows) => rows.length,
  );
  const answers = await transaction(db, (step) => askInTurn(step, numbers, insert, asOne({ numbers })));
  expect(answers).toEqual([[], 1, { numbers: [7] }]);
});

test('one question that fails fails all, with its own error, and the connection goes on', async () => {
  const failing = question(sql`select 1 / 0`, () => null);
  await expect(transaction(db, (step) => askInTurn(step, numbers, failing, numbers))).rejects.toThrow(
    'division by zero',
  );
  expect(await askInTurn(db, numbers, numbers)).toEqual([[], []]);
});

test('writes are carried out together, or none where one does not change what it must', async () => {
  await writeTogether(db, [add(1, 2), { statement: sql`delete from pebbles where number = 9` }]);
  const wrong = transaction(db, (step) => writeTogether(step, [remove(1), remove(3), add(4)]));
  await expect(wrong).rejects.toThrow('3 is missing');
  expect(await ask(db, numbers)).toEqual([1, 2]);
  await writeTogether(db, [remove(1), add(4), remove(2)]);
  expect(await ask(db, numbers)).toEqual([4]);
});
