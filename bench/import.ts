/** How fast does the real import verb take in lines, and does its memory stay flat? */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { importStock } from '../apps/server/src/features/stock/index.ts';
import { readFlags } from './setup/flags.ts';
import { order } from './setup/load.ts';
import { onDatabase } from './setup/on-database.ts';
import { figures, quantile, table } from './setup/report.ts';
import { makeBuyers, makeGoods } from './setup/shop.ts';

const flags = readFlags({ lines: [1_000_000], known: [0] });
const [lines = 1_000_000] = flags.lines;
const [known = 0] = flags.known;

async function* makeLines(): AsyncGenerator<string> {
  const tag = randomBytes(6).toString('hex');
  for (let n = 0; n < lines; n += 1) yield `user-${tag}-${n}@mail.example----pass-${n}----recovery-${n}`;
}

await onDatabase(flags.embedded, async ({ ctx }) => {
  if (known > 0) {
    await sql`insert into stock_fingerprints select decode(md5(n::text), 'hex'), n from generate_series(1, ${known}) n`.execute(
      ctx.db,
    );
  }
  const [goodsId, sold] = await makeGoods(ctx, 2, 1_000_000);
  const [buyer] = await makeBuyers(ctx, 1);
  const state = { isDone: false };
  let peakBytes = 0;
  const waits: number[] = [];
  const watch = (async () => {
    while (!state.isDone) {
      peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
      const start = performance.now();
      await order(buyer!, sold!, 1);
      waits.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  const start = performance.now();
  const report = await importStock(ctx, {
    goodsId: BigInt(goodsId!),
    gender: 'male',
    note: 'bench',
    lines: makeLines(),
  });
  const seconds = (performance.now() - start) / 1_000;
  state.isDone = true;
  await watch;
  waits.sort((a, b) => a - b);
  table(
    [
      'lines',
      'known before',
      'added',
      'seconds',
      'lines/s',
      'peak memory MB',
      'orders meanwhile',
      'their p99 ms',
    ],
    [
      [
        figures(lines),
        figures(known),
        figures(report.added),
        seconds.toFixed(1),
        figures(lines / seconds),
        figures(peakBytes / 1e6),
        figures(waits.length),
        quantile(waits, 0.99).toFixed(1),
      ],
    ],
  );
});
