/**
 * A million lines are imported over HTTP in the page's parts and withdrawn again: how fast, and what do memory and
 * buyers feel?
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { eraseWithdrawn } from '../apps/server/src/features/stock/index.ts';
import { readFlags, figures, quantile, table } from './setup/report.ts';
import { keepBuying, makeKnownLines } from './setup/keep-buying.ts';
import { onDatabase } from './setup/on-database.ts';
import type { OperatorJob } from './setup/operator.ts';
import { serveShop } from './setup/serve-shop.ts';
import { makeAdmin, makeBuyers, makeGoods } from './setup/shop.ts';

const flags = readFlags({ lines: [1_000_000], known: [0], buyers: [8], part: [400_000] });
const [lines = 1_000_000] = flags.lines;
const [known = 0] = flags.known;
const [buyerCount = 8] = flags.buyers;
/** Characters of a part; the page's have 400,000 bytes. */
const [partChars = 400_000] = flags.part;
const QUIET_MS = 5_000;
const rows: string[][] = [];

await onDatabase(flags.embedded, async ({ ctx }) => {
  await makeKnownLines(ctx, known);
  const [goodsId, sold] = await makeGoods(ctx, 2, 1_000_000);
  const buyers = await makeBuyers(ctx, buyerCount);
  const { app, port } = await serveShop(ctx);
  const operator = fork(new URL('./setup/operator.ts', import.meta.url));
  const job = {
    origin: `http://127.0.0.1:${port}`,
    token: await makeAdmin(ctx),
    goodsId: goodsId!,
    lines,
    partChars,
  };

  /** Memory and latency of this process, the shop's, while buyers order. */
  const measure = async (what: string, step: () => Promise<number>): Promise<void> => {
    const bytes = [process.memoryUsage.rss()];
    const sampler = setInterval(() => bytes.push(process.memoryUsage.rss()), 20);
    const buying = keepBuying(buyers, sold!);
    const start = performance.now();
    const items = await step();
    const seconds = (performance.now() - start) / 1_000;
    const waits = await buying.stop();
    clearInterval(sampler);
    rows.push([
      what,
      figures(known),
      figures(items),
      seconds.toFixed(1),
      figures(items / seconds),
      figures(bytes[0]! / 1e6),
      figures(Math.max(...bytes.slice(0, Math.ceil(bytes.length / 2))) / 1e6),
      figures(Math.max(...bytes) / 1e6),
      quantile(waits, 0.99).toFixed(1),
    ]);
  };
  await measure('nothing', () => sleep(QUIET_MS, 0));
  await measure('import', () => perform(operator, { ...job, step: 'import' }));
  await measure('export', () => perform(operator, { ...job, step: 'export' }));
  await measure('withdrawal', () => perform(operator, { ...job, step: 'withdraw' }));
  await measure('its erasure', async () => {
    while ((await eraseWithdrawn(ctx)).more);
    return lines;
  });
  operator.kill();
  await app.stop();
});
table(
  [
    'what',
    'known before',
    'items',
    'seconds',
    'items/s',
    'MB before',
    'MB to half of it',
    'MB at most',
    'p99 ms',
  ],
  rows,
);

/** The number of items. */
async function perform(operator: ChildProcess, job: OperatorJob): Promise<number> {
  operator.send(job);
  const failed = once(operator, 'exit').then(() => {
    throw new Error('the operator gave up');
  });
  const [items] = (await Promise.race([once(operator, 'message'), failed])) as [number];
  return items;
}
