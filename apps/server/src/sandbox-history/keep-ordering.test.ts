import { NETWORKS, parseMicro } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findLedgerMismatches, readAvailableMicro } from '../features/ledger/index.ts';
import { countStock } from '../features/stock/index.ts';
import { buildGoods, stockUp } from '../testing/build.ts';
import { createChainWorld, type ChainWorld, type TestChains } from '../testing/chain-world.ts';
import { createPerson } from '../testing/people.ts';
import { DEMO_CATEGORIES } from '../features/sandbox/index.ts';
import { DEMO_BUYERS } from './history.ts';
import { createDemoOrdersJob } from './keep-ordering.ts';

let chains: TestChains;
let world: ChainWorld;
beforeAll(async () => {
  chains = await startDevchain();
  world = await createChainWorld(chains, NETWORKS);
});
afterAll(() => chains.stop());

/** Its runs choose at random: far more of them than anything needs to happen. */
async function runUntil(isDone: () => Promise<boolean>): Promise<void> {
  const job = createDemoOrdersJob(world.ctx, chains);
  for (let run = 0; run < 5_000; run += 1) {
    if (await isDone()) return;
    await job.run();
  }
  throw new Error('It did not happen');
}

async function count(table: 'recharges' | 'orders'): Promise<number> {
  const { n } = await world.ctx.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

test('demo buyers without money top up on a local chain, order with it, and stock is imported when few are left', async () => {
  const { ctx } = world;
  const buyers = await Promise.all(DEMO_BUYERS.map(({ username }) => createPerson(ctx, { username })));
  const [demo] = DEMO_CATEGORIES[0]!.goods;
  const format = { separator: '----', columns: ['account', 'password', 'recovery'] };
  const goodsId = await buildGoods(ctx, { name: demo!.name, ...format });
  await stockUp(ctx, goodsId, 20);

  await runUntil(async () => (await count('recharges')) > 0);
  expect(await count('orders')).toBe(0);
  for (const network of NETWORKS) await world.settle(network);
  const balances = await Promise.all(buyers.map(({ user }) => readAvailableMicro(ctx.db, user.id)));
  expect(balances.filter((balance) => balance >= parseMicro('200'))).toHaveLength(1);

  await runUntil(async () => (await count('orders')) > 0);
  expect(await findLedgerMismatches(ctx.db)).toEqual([]);

  for (const network of NETWORKS) await world.settle(network);
  await runUntil(async () => ((await countStock(ctx.db, [goodsId])).get(goodsId)?.male ?? 0) > 100);
  expect(await findLedgerMismatches(ctx.db)).toEqual([]);
});
