/** What does commission cost an order: without agents, with one agent for all buyers, and with one agent per buyer? */
import { sql } from 'kysely';
import type { Ctx } from '../apps/server/src/platform/context.ts';
import { createDb } from '../apps/server/src/platform/db/db.ts';
import { readFlags, figures, median, table, measureRate } from './setup/report.ts';
import { order } from './setup/load.ts';
import { onDatabase } from './setup/on-database.ts';
import { makeBuyers, makeGoods } from './setup/shop.ts';
import { buildAgent } from '../apps/server/src/testing/build.ts';

const SPREAD = 64;
const BASIS_POINTS = 500;

const flags = readFlags({ buyers: [64, 512], engines: [1, 2], rounds: [5], seconds: [3] });
const [rounds = 5] = flags.rounds;
const [seconds = 3] = flags.seconds;
const rows: string[][] = [];

await onDatabase(flags.embedded, async ({ ctx, pool }) => {
  const goods = await makeGoods(ctx, SPREAD, 3_000_000);
  for (const count of flags.buyers) {
    const whose = { 'no agent': 0, 'one agent': 1, 'an agent each': count };
    const groups = new Map<string, Ctx[]>();
    for (const [name, agents] of Object.entries(whose)) groups.set(name, await bring(ctx, count, agents));
    for (const engines of flags.engines) {
      // Each has its own queue, as each process would.
      const dbs = Array.from({ length: engines }, () => createDb(pool));
      const rates = new Map<string, number[]>([...groups.keys()].map((name) => [name, []]));
      for (let round = 0; round <= rounds; round += 1) {
        for (const [name, buyers] of groups) {
          const buy = (who: number, turn: number): Promise<unknown> =>
            order({ ...buyers[who]!, db: dbs[who % engines]! }, goods[(who + turn) % SPREAD]!, 1);
          const { perSecond } = await measureRate(count, round === 0 ? 1 : seconds, buy);
          // The first round is a warm-up.
          if (round > 0) rates.get(name)!.push(perSecond);
        }
      }
      const rateOf = (name: string): number => median(rates.get(name)!);
      const bare = rateOf('no agent');
      for (const name of rates.keys()) {
        const cells = [count, engines].map(figures);
        rows.push([...cells, name, figures(rateOf(name)), (rateOf(name) / bare).toFixed(2)]);
      }
    }
  }
});
table(['buyers', 'queues', 'brought by', 'orders/s', 'ratio'], rows);

/** Buyers, divided among so many agents. */
async function bring(ctx: Ctx, count: number, agents: number): Promise<Ctx[]> {
  const buyers = await makeBuyers(ctx, count);
  const ids: bigint[] = [];
  for (const { actor } of await makeBuyers(ctx, agents)) {
    const { userId } = actor as { userId: bigint };
    ids.push(userId);
    await buildAgent(ctx, {
      userId,
      platformName: 'Bench',
      telegram: '',
      commissionBasisPoints: BASIS_POINTS,
    });
  }
  for (const [index, { actor }] of buyers.entries()) {
    if (agents === 0) break;
    const { userId } = actor as { userId: bigint };
    await sql`update users set agent_id = ${ids[index % agents]!} where id = ${userId}`.execute(ctx.db);
  }
  return buyers;
}
