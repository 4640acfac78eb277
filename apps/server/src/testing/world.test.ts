import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildBuyer, buildGoods, stockUp } from './build.ts';
import { endFile } from './end-of-file.ts';
import { createFreshWorld, createWorld, type World } from './world.ts';

/** The whole state: the rows of every table, and the value of every sequence. */
async function readAll({ ctx: { db } }: World): Promise<Record<string, unknown>> {
  const { rows: names } = await sql<{ name: string; kind: string }>`
    select c.oid::regclass::text as name, c.relkind as kind from pg_class c
    where c.relkind in ('r', 'S') and c.relnamespace = 'public'::regnamespace order by 1`.execute(db);
  const all: Record<string, unknown> = {};
  for (const { name } of names) all[name] = (await sql`select * from ${sql.table(name)}`.execute(db)).rows;
  return all;
}

async function trade({ ctx }: World): Promise<void> {
  await buildBuyer(ctx, 5_000_000n);
  await stockUp(ctx, await buildGoods(ctx), 3);
}

test('what a file leaves behind is not there for the next, not even in a sequence', async () => {
  const first = await createWorld();
  const before = await readAll(first);
  await trade(first);
  expect(await readAll(first)).not.toEqual(before);
  expect(await readAll(await createWorld())).toEqual(await readAll(first));

  await endFile();
  await expect(first.pool.query('select')).rejects.toThrow();
  expect(await readAll(await createWorld())).toEqual(before);
});

test('a fresh world is apart from the one of the file', async () => {
  const [shared, fresh] = [await createWorld(), await createFreshWorld()];
  const before = await readAll(fresh);
  await trade(shared);
  expect(await readAll(fresh)).toEqual(before);
});
