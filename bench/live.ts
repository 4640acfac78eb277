/** How long until the last of ten thousand viewers receives an event, and what does a viewer cost? */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { readFlags, figures, median, quantile, table } from './setup/report.ts';
import type { ViewersMessage } from './setup/live-viewers.ts';
import { onDatabase } from './setup/on-database.ts';
import { serveShop } from './setup/serve-shop.ts';

const flags = readFlags({ viewers: [1_000, 10_000], rounds: [10] });
const [rounds = 10] = flags.rounds;
const PAUSE_MS = 500;
/** Two heartbeats. */
const QUIET_MS = 30_000;
const LATEST = Array.from({ length: 10 }, (_, i) => ({
  order_no: `2026112012000${i}••••••••`,
  goods_id: '7',
  quantity: 3,
  created_at: '2026-11-20T12:00:00.000Z',
}));
const rows: string[][] = [];

await onDatabase(flags.embedded, async ({ ctx }) => {
  for (const count of flags.viewers) {
    const { app, port } = await serveShop(ctx);
    const { live } = app.systemCtx('bench');
    const before = residentBytes();
    const viewers = fork(new URL('./setup/live-viewers.ts', import.meta.url));
    const started = performance.now();
    viewers.send({ targets: [{ host: '127.0.0.1', port }], count });
    await hear(viewers);
    const openedMs = performance.now() - started;
    const perViewer = (residentBytes() - before) / count;

    const lasts: number[] = [];
    const middles: number[] = [];
    const busy: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      viewers.send(round);
      await sleep(PAUSE_MS);
      const data = { online_users: count, accounts_sold_today: round, latest_orders: LATEST };
      const [at, cpu] = [Number(process.hrtime.bigint()), process.cpuUsage()];
      live.publish({ to: 'everybody', name: 'figures', data });
      const word = await hear(viewers);
      const delays =
        word.kind === 'heard' ? word.atNs.map((ns) => (ns - at) / 1e6).toSorted((a, b) => a - b) : [];
      lasts.push(delays.at(-1)!);
      middles.push(quantile(delays, 0.5));
      busy.push(cpuMs(cpu));
    }
    const quiet = process.cpuUsage();
    await sleep(QUIET_MS);
    const idleShare = cpuMs(quiet) / QUIET_MS;
    viewers.kill();
    await app.stop();
    rows.push([
      figures(count),
      (count / (openedMs / 1_000)).toFixed(0),
      median(middles).toFixed(0),
      median(lasts).toFixed(0),
      Math.max(...lasts).toFixed(0),
      median(busy).toFixed(0),
      (perViewer / 1_024).toFixed(1),
      `${(100 * idleShare).toFixed(1)} %`,
    ]);
  }
});
table(
  ['viewers', 'opened/s', 'p50 ms', 'last ms', 'worst last ms', 'CPU ms', 'KiB a viewer', 'CPU at rest'],
  rows,
);

async function hear(viewers: ReturnType<typeof fork>): Promise<ViewersMessage> {
  const [word] = (await once(viewers, 'message')) as [ViewersMessage];
  return word;
}

function residentBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage.rss();
}

function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}
