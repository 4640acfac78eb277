import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../context.ts';
import { createWorld } from '../../testing/world.ts';
import { brokenConstraint } from './db.ts';

test('int8 comes as bigint, an error leaves the connection usable', async () => {
  const { ctx } = await createWorld();
  await expect(sql`select * from nowhere`.execute(ctx.db)).rejects.toThrow('does not exist');
  const { rows } = await sql<{ n: bigint }>`select 9007199254740993::int8 as n`.execute(ctx.db);
  expect(rows[0]?.n).toBe(9007199254740993n);
});

test('a failing step undoes everything in its transaction', async () => {
  const { ctx } = await createWorld();
  const insert = (c: typeof ctx) =>
    sql`insert into categories (name) values ('{"en":"undone"}')`.execute(c.db);
  const step = inTransaction(ctx, async (inner) => {
    await insert(inner);
    throw new Error('no');
  });
  await expect(step).rejects.toThrow('no');
  const { rows } = await sql`select 1 from categories where name->>'en' = 'undone'`.execute(ctx.db);
  expect(rows).toEqual([]);
});

test('the ledger can only be added to', async () => {
  const { ctx } = await createWorld();
  for (const change of [
    'update ledger_movements set kind = kind',
    'delete from ledger_movements',
    'truncate ledger_movements',
  ]) {
    await expect(sql.raw(change).execute(ctx.db)).rejects.toThrow('append-only');
  }
});

test('a broken constraint is told by name', async () => {
  const { ctx } = await createWorld();
  const broken =
    await sql`insert into categories (id, name) overriding system value values (1, '{}'), (1, '{}')`
      .execute(ctx.db)
      .catch(brokenConstraint);
  expect(broken).toBe('categories_pkey');
});
