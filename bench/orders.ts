/** How many orders a second does the verb place, against the machine's bare rate of one-row commits? */
import { measureFloor } from './setup/floor.ts';
import { readFlags } from './setup/flags.ts';
import { order } from './setup/load.ts';
import { onDatabase } from './setup/on-database.ts';
import { ownTimeMs, postgresTimeMs } from './setup/processor-time.ts';
import { measureRate } from './setup/rate.ts';
import { figures, table } from './setup/report.ts';
import { makeBuyers, makeGoods } from './setup/shop.ts';

const flags = readFlags({ buyers: [64, 256, 512], items: [1, 10, 1_000], spread: [1, 64], seconds: [8] });
const [seconds = 8] = flags.seconds;
const rows: string[][] = [];

await onDatabase(flags.embedded, async ({ ctx }, postgres) => {
  for (const count of flags.buyers) {
    const buyers = await makeBuyers(ctx, count);
    for (const quantity of flags.items) {
      for (const spread of flags.spread) {
        const goods = await makeGoods(ctx, spread, Math.ceil(200_000_000 / spread));
        const buy = (who: number, turn: number): Promise<unknown> =>
          order(buyers[who]!, goods[(who + turn) % spread]!, quantity);
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
  }
});
table(
  [
    'buyers',
    'items',
    'products',
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
