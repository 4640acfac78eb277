import { SORTS, type SortOf } from '@portside/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { fund } from '../../testing/build.ts';
import { createOwner, createPerson } from '../../testing/people.ts';
import { createWorld } from '../../testing/world.ts';
import type { Ctx } from '../../platform/context.ts';
import { listUsers } from './list-users.ts';

/** Folds to eighteen letters each: a cursor has room for a name of 32 of them. */
const LONG = 'ﷺ'.repeat(32);

let ctx: Ctx;
beforeAll(async () => {
  const world = await createWorld();
  ctx = { ...world.ctx, actor: (await createOwner(world.ctx)).actor };
  for (let n = 0; n < 30; n += 1) {
    const name = n === 7 ? LONG : n % 3 === 0 ? `Sort-${n}` : `sort.${n}Ж`;
    const { user } = await createPerson(ctx, { username: name, email: `${n}-sort@example.test` });
    if (n % 4 > 0) await fund(ctx, user.id, BigInt(n % 4) * 2_500_000n);
  }
});

const COLUMNS = {
  username: 'username_key',
  email: 'email_key',
  balance: 'balance_micro',
  created_at: 'users.id',
};

async function sorted(sort: SortOf<'listUsers'>): Promise<string[]> {
  const way = sql.raw(sort.startsWith('-') ? 'desc' : 'asc');
  const column = sql.raw(COLUMNS[sort.replace('-', '') as keyof typeof COLUMNS]);
  const { rows } = await sql<{ id: bigint }>`
    select users.id from users join ledger_accounts purse on purse.id = users.id
    order by ${column} ${way}, users.id ${way}`.execute(ctx.db);
  return rows.map(({ id }) => String(id));
}

const ways = SORTS.listUsers.flatMap((column) => [column, `-${column}`] as const);

test.each(ways)('pages sorted by %s list every user once', async (sort) => {
  const all = await sorted(sort);
  for (const limit of [1, 7, 500]) {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const { items, next_cursor: next } = await listUsers(ctx, {
        query: { limit, sort, ...(cursor !== undefined && { cursor }) },
      });
      found.push(...items.map(({ id }) => id));
      cursor = next ?? undefined;
    } while (cursor !== undefined);
    expect(found).toEqual(all);
  }
});

test('a filtered list is sorted too', async () => {
  const { items } = await listUsers(ctx, { query: { limit: 100, sort: '-balance', q: 'sort-' } });
  const balances = items.map(({ exact_balance: balance }) => Number(balance));
  expect(balances).toHaveLength(10);
  expect(balances).toEqual(balances.toSorted((a, b) => b - a));
});

test('a cursor with characters that no name has is refused', async () => {
  const asked = listUsers(ctx, { query: { limit: 1, sort: 'username', cursor: 'username.5.a\0b' } });
  await expect(asked).rejects.toMatchObject({ reason: 'invalidFormat' });
});

test.each(['5', '5.', 'balance.5', 'balance.5.x', 'username.5', '-balance.5.1', 'username.x.ann'])(
  'the cursor "%s" is refused for a sort by balance',
  async (cursor) => {
    const asked = listUsers(ctx, { query: { limit: 1, sort: 'balance', cursor } });
    await expect(asked).rejects.toMatchObject({ reason: 'invalidFormat' });
  },
);
