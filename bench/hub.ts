/** How many orders a second can one process publish to buyers connected to another, and with what delay? */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Hub } from '../apps/server/src/platform/hub/hub.ts';
import { serveWorker } from '../apps/server/src/platform/hub/serve-worker.ts';
import { readFlags } from './setup/flags.ts';
import type { HubFigures, HubJob, HubWorkerMessage } from './setup/hub-worker.ts';
import { figures, table } from './setup/report.ts';

const flags = readFlags({ orders: [1_000, 5_000, 10_000, 20_000], buyers: [10_000], seconds: [5] });
const [buyers = 10_000] = flags.buyers;
const [seconds = 5] = flags.seconds;
/** For events still in transit. */
const REST_MS = 1_000;
const hub = new Hub();
const rows: string[][] = [];

const [selling, watching] = [startWorker(), startWorker()];
await ask(watching, { kind: 'watch', buyers });
for (const perSecond of flags.orders) {
  await ask(watching, 'tell');
  await ask(selling, 'tell');
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const sold = await ask(selling, { kind: 'sell', buyers, perSecond, seconds });
  const { user, system } = process.cpuUsage(cpu);
  const hubShare = (user + system) / 1_000 / (performance.now() - start);
  const whileSelling = await ask(watching, 'tell');
  await sleep(REST_MS);
  const late = await ask(watching, 'tell');
  rows.push([
    figures(perSecond),
    figures((whileSelling!.events + late!.events) / seconds),
    figures(late!.events),
    whileSelling!.p50.toFixed(1),
    whileSelling!.p99.toFixed(1),
    ...[hubShare, sold!.cpuShare, whileSelling!.cpuShare].map((share) => `${(100 * share).toFixed(0)} %`),
  ]);
}
[selling, watching].forEach((child) => child.kill());
table(['orders/s', 'heard/s', 'late', 'p50 ms', 'p99 ms', 'CPU hub', 'CPU selling', 'CPU watching'], rows);

function startWorker(): ChildProcess {
  const child = fork(new URL('./setup/hub-worker.ts', import.meta.url));
  const served = serveWorker(
    hub,
    (batch, onSent) => child.send(batch, onSent),
    () => child.kill(),
  );
  child.on('message', (word: HubWorkerMessage) => {
    if (!('figures' in word)) served.receive(word);
  });
  return child;
}

async function ask(child: ChildProcess, job: HubJob | 'tell'): Promise<HubFigures | null> {
  child.send(job);
  while (true) {
    const [word] = (await once(child, 'message')) as [HubWorkerMessage];
    if ('figures' in word) return word.figures;
  }
}
