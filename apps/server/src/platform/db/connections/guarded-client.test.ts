import { sql } from 'kysely';
import { Client, type Pool } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { createWorld } from '../../../testing/world.ts';
import { shortTransaction, transaction, type Db } from '../db.ts';
import { pipeline, query, send } from '../pipeline.ts';

let db: Db;
let pool: Pool;

beforeEach(async () => {
  const world = await createWorld();
  ({ pool } = world);
  ({ db } = world.ctx);
  await sql`create table if not exists kept (number int primary key)`.execute(db);
  await sql`delete from kept`.execute(db);
});

const insert = (on: Db, number: number) => sql`insert into kept values (${number})`.execute(on);
const divideByZero = (on: Db) => sql`select 1 / 0`.execute(on);
async function listKept(): Promise<number[]> {
  // Whatever still runs behind a transaction has come to its end by then.
  await sleep(30);
  const { rows } = await sql<{ number: number }>`select number from kept order by number`.execute(db);
  return rows.map(({ number }) => number);
}

test('when one of many statements fails, none of the others is kept', async () => {
  const attempt = transaction(db, (step) =>
    Promise.all([
      insert(step, 1),
      divideByZero(step),
      ...[2, 3, 4, 5].map((number) => insert(step, number)),
      insert(step, 6).then(() => insert(step, 7)),
    ]),
  );
  await expect(attempt).rejects.toThrow('division by zero');
  expect(await listKept()).toEqual([]);
});

test('when the code between the statements fails, none of them is kept', async () => {
  const attempt = transaction(db, (step) =>
    Promise.all([
      insert(step, 1).then(() => {
        throw new Error('our mistake');
      }),
      ...[2, 3, 4, 5].map((number) => insert(step, number)),
    ]),
  );
  await expect(attempt).rejects.toThrow('our mistake');
  expect(await listKept()).toEqual([]);
});

test('what was not waited for is not kept behind a commit', async () => {
  let late: Promise<unknown> = Promise.resolve();
  await transaction(db, async (step) => {
    await insert(step, 1);
    late = Promise.allSettled([insert(step, 2), insert(step, 3)]);
  });
  await late;
  expect(await listKept()).not.toContain(3);
});

test('a transaction goes on from its savepoint, and its connection after it', async () => {
  await transaction(db, async (step) => {
    await insert(step, 1);
    await sql`savepoint before`.execute(step);
    await expect(Promise.all([divideByZero(step), insert(step, 2), insert(step, 3)])).rejects.toThrow();
    await sql`rollback to savepoint before`.execute(step);
    await insert(step, 4);
  });
  await insert(db, 5);
  expect(await listKept()).toEqual([1, 4, 5]);
});

const one = query(sql`select 1`, () => undefined);
const insertLast = (on: Db, number: number) => send(on, sql`insert into kept values (${number})`);

test('a short transaction keeps all of it or nothing, and fails with the error of its last statement', async () => {
  const keep = (number: number) =>
    shortTransaction(db, async (step) => {
      await pipeline(step, one);
      return { result: number, last: insertLast(step, number) };
    });
  expect(await keep(1)).toBe(1);
  await expect(keep(1)).rejects.toMatchObject({ code: '23505' });
  const broken = shortTransaction(db, async (step) => {
    await pipeline(step, one);
    void insertLast(step, 2);
    throw new Error('our mistake');
  });
  await expect(broken).rejects.toThrow('our mistake');
  expect(await keep(3)).toBe(3);
  expect(await listKept()).toEqual([1, 3]);
});

test('when an unawaited BEGIN fails, nothing is executed after it until the rollback', async () => {
  const client = await pool.connect();
  const sendUnguarded = Client.prototype.query as unknown as (text: string) => Promise<unknown>;
  const unguarded = (text: string) => sendUnguarded.call(client, text);
  try {
    await unguarded('begin');
    await expect(unguarded('select 1 / 0')).rejects.toThrow();
    await client.query('start transaction read write');
    // Answered behind it.
    await expect(unguarded('select 1')).rejects.toThrow('transaction is aborted');
    await expect(client.query('insert into kept values (8)')).rejects.toThrow('after the end');
    await client.query('rollback');
    await client.query('insert into kept values (9)');
  } finally {
    client.release();
  }
  expect(await listKept()).toEqual([9]);
});
