import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../../platform/context.ts';
import { createFollowedChain } from '../../../testing/followed-chain.ts';
import { createPerson } from '../../../testing/people.ts';
import { createWorld } from '../../../testing/world.ts';
import { createRecharge } from '../create-recharge.ts';
import { ALWAYS } from '../order-id.ts';
import { rechargeList } from './list-all-recharges.ts';
import { findBoundsOf, type Search } from './search-recharges.sql.ts';

let ctx: Ctx;
beforeAll(async () => {
  ({ ctx } = await createWorld());
  await createFollowedChain(ctx, 'TRON');
});

test('where hardly any row holds the conditions a page ends early, and tells where to go on', async () => {
  const ids: bigint[] = [];
  for (let count = 0; count < 6; count += 1) {
    const { actor } = await createPerson(ctx);
    const input = { body: { type: 'TRON' as const, amount: '20' }, idempotencyKey: `search ${count}` };
    const { order_id } = await createRecharge({ ...ctx, actor }, input);
    const { id } = await ctx.db
      .selectFrom('recharges')
      .select('id')
      .where('order_id', '=', order_id)
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  const { username } = await ctx.db
    .selectFrom('recharges')
    .innerJoin('users', 'users.id', 'recharges.user_id')
    .select('users.username')
    .where('recharges.id', '=', ids[0]!)
    .executeTakeFirstOrThrow();
  const search: Search = {
    source: { kind: 'all' },
    span: ALWAYS,
    bounds: (await findBoundsOf(ctx.db, ALWAYS))!,
    conditions: { network: undefined, states: undefined, buyer: username, addresses: undefined },
  };
  const found: bigint[] = [];
  let before: bigint | undefined = ids.at(-1)! + 1n;
  let pages = 0;
  for (; before !== undefined && before > ids[0]!; pages += 1) {
    const start = { isAscending: false, past: before };
    const page = await rechargeList.findByTime(ctx.db, search, start, 5, { window: 2n });
    found.push(...page.rows.map(({ id }) => id));
    before = page.next === null ? undefined : BigInt(page.next);
  }
  expect(found).toEqual([ids[0]]);
  expect(pages).toBe(3);
});
