/** How many lines a second does the real import take, does its memory stay flat, and what do buyers feel? */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { importStock } from '../apps/server/src/features/stock/index.ts';
import { readFlags, figures, quantile, table } from './setup/report.ts';
import { keepBuying, makeKnownLines } from './setup/keep-buying.ts';
import { onDatabase } from './setup/on-database.ts';
import { makeBuyers, makeGoods } from './setup/shop.ts';

const flags = readFlags({ lines: [1_000_000], known: [0], buyers: [8] });
const [lines = 1_000_000] = flags.lines;
const [known = 0] = flags.known;
const [buyerCount = 8] = flags.buyers;
/** Buyers before and after the import, for comparison. */
const QUIET_MS = 5_000;

async function* makeLines(): AsyncGenerator<string> {
  const tag = randomBytes(6).toString('hex');
  for (let n = 0; n < lines; n += 1) yield `user-${tag}-${n}@mail.example----pass-${n}----recovery-${n}`;
}

await onDatabase(flags.embedded, async ({ ctx }) => {
  await makeKnownLines(ctx, known);
  const [goodsId, sold] = await makeGoods(ctx, 2, 1_000_000);
  const buyers = await makeBuyers(ctx, buyerCount);
  const quiet = keepBuying(buyers, sold!);
  await sleep(QUIET_MS);
  const quietWaits = await quiet.stop();

  let peakBytes = 0;
  const sampler = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage.rss())), 20);
  const before = process.memoryUsage.rss();
  const buying = keepBuying(buyers, sold!);
  const start = performance.now();
  const report = await importStock(ctx, {
    goodsId: BigInt(goodsId!),
    gender: 'male',
    note: 'bench',
    lines: makeLines(),
  });
  const seconds = (performance.now() - start) / 1_000;
  clearInterval(sampler);
  const waits = await buying.stop();
  table(
    [
      'lines',
      'known before',
      'added',
      'seconds',
      'lines/s',
      'MB before',
      'MB at most',
      'orders/s',
      'p99 ms',
      'p99 ms without',
    ],
    [
      [
        figures(lines),
        figures(known),
        figures(report.added),
        seconds.toFixed(1),
        figures(lines / seconds),
        figures(before / 1e6),
        figures(peakBytes / 1e6),
        figures(waits.length / seconds),
        quantile(waits, 0.99).toFixed(1),
        quantile(quietWaits, 0.99).toFixed(1),
      ],
    ],
  );
});
