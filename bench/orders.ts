/** How many orders a second does `placeOrder` place, against the machine's bare rate of one-row commits? */
import { readFlags, figures, table, measureRate, ownTimeMs, postgresTimeMs } from './setup/report.ts';
import { listenInVain, order, orderAndComplete } from './setup/load.ts';
import { onDatabase } from './setup/on-database.ts';
import { makeBuyers, makeGoods, makePrices } from './setup/shop.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchPostgres } from './setup/postgres.ts';

/**
 * `--priced 1`: each buyer has a level and an own price; `2`: and a coupon; `priced-orders.ts` compares them.
 * `--webhooks 0,10,0,10`: so many endpoints of the shop with events that wait, at a receiver that never answers; with
 * `--completed 1`, every order is completed at once too, and each of the endpoints is told of it.
 */
const flags = readFlags({
  buyers: [64, 256, 512],
  items: [1, 10, 1_000],
  spread: [1, 64],
  priced: [0],
  webhooks: [0],
  completed: [0],
  seconds: [8],
});
const [seconds = 8] = flags.seconds;
const rows: string[][] = [];

await onDatabase(flags.embedded, async ({ ctx }, postgres) => {
  const runs = flags.buyers.flatMap((count) =>
    flags.priced.flatMap((priced) => flags.webhooks.map((webhooks) => ({ count, priced, webhooks }))),
  );
  const areCompleted = flags.completed[0] === 1;
  for (const { count, priced, webhooks } of runs) {
    const told = await listenInVain(ctx, webhooks);
    const buyers = await makeBuyers(ctx, count);
    for (const quantity of flags.items) {
      for (const spread of flags.spread) {
        const goods = await makeGoods(ctx, spread, Math.ceil(200_000_000 / spread));
        const code = priced > 0 ? await makePrices(ctx, buyers, goods) : undefined;
        const coupon = priced > 1 ? code : undefined;
        const buy = (who: number, turn: number): Promise<unknown> =>
          (areCompleted ? orderAndComplete : order)(
            buyers[who]!,
            goods[(who + turn) % spread]!,
            quantity,
            coupon,
          );
        await measureRate(count, 1, buy);
        const before = postgres && (await measureFloor(postgres, count, seconds / 2));
        const [ownMs, postgresMs] = [ownTimeMs(), postgres ? postgresTimeMs(postgres) : 0];
        const rate = await measureRate(count, seconds, buy);
        const perOrder = (ms: number): string => ((ms * 1_000) / (rate.perSecond * rate.seconds)).toFixed(1);
        const ownMicros = perOrder(ownTimeMs() - ownMs);
        const postgresMicros = postgres ? perOrder(postgresTimeMs(postgres) - postgresMs) : '–';
        const after = postgres && (await measureFloor(postgres, count, seconds / 2));
        const floor = before !== null && after !== null ? (before + after) / 2 : null;
        rows.push([
          figures(count),
          figures(quantity),
          spread === 1 ? 'hot' : `spread over ${spread}`,
          ['', 'own price', 'and coupon'][priced]!,
          figures(webhooks),
          figures(rate.perSecond),
          floor === null ? '–' : figures(floor),
          floor === null ? '–' : (rate.perSecond / floor).toFixed(2),
          rate.p50.toFixed(1),
          rate.p99.toFixed(1),
          ownMicros,
          postgresMicros,
        ]);
      }
    }
    await told.stop();
  }
});
table(
  [
    'buyers',
    'items',
    'products',
    'priced',
    'webhooks',
    'orders/s',
    'floor/s',
    'ratio',
    'p50 ms',
    'p99 ms',
    'µs of Node',
    'µs of PostgreSQL',
  ],
  rows,
);

/**
 * The machine's bare rate of one-row commits at that concurrency: pgbench inserts one row a transaction. An order
 * engine without batches could not exceed it even if orders cost nothing.
 */
async function measureFloor(postgres: BenchPostgres, clients: number, seconds: number): Promise<number> {
  const script = join(postgres.dataDir, 'floor.sql');
  writeFileSync(script, 'insert into bench_floor (value) values (1);\n', { mode: 0o644 });
  await postgres.run('psql', [
    postgres.url,
    '-qc',
    'create table if not exists bench_floor (id bigint generated always as identity primary key, value int not null)',
  ]);
  const args = [
    '-n',
    '-M',
    'prepared',
    '-f',
    script,
    '-c',
    String(clients),
    '-j',
    '2',
    '-T',
    String(Math.max(1, Math.round(seconds))),
    postgres.url,
  ];
  const output = await postgres.run('pgbench', args);
  return Number(/tps = ([\d.]+)/.exec(output)![1]);
}
