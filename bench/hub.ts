/** How many orders a second can one process publish to buyers connected to another, and with what delay? */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { readFlags, figures, table } from './setup/report.ts';
import type { HubFigures, HubJob, HubProcessMessage } from './setup/hub-process.ts';

const flags = readFlags({ orders: [1_000, 5_000, 10_000, 20_000], buyers: [10_000], seconds: [5] });
const [buyers = 10_000] = flags.buyers;
const [seconds = 5] = flags.seconds;
/** For events still in transit. */
const REST_MS = 1_000;
const valkeyUrl = process.env['VALKEY_URL'];
if (!valkeyUrl) throw new Error('VALKEY_URL: an empty Valkey or Redis of this machine');
const valkey = await createClient({ url: valkeyUrl }).connect();
const rows: string[][] = [];

const [selling, watching] = [await startHubProcess(), await startHubProcess()];
await ask(watching, { kind: 'watch', buyers });
for (const perSecond of flags.orders) {
  await ask(watching, 'tell');
  await ask(selling, 'tell');
  const [start, cpu] = [performance.now(), await valkeyCpuMs()];
  const sold = await ask(selling, { kind: 'sell', buyers, perSecond, seconds });
  const valkeyShare = ((await valkeyCpuMs()) - cpu) / (performance.now() - start);
  const whileSelling = await ask(watching, 'tell');
  await sleep(REST_MS);
  const late = await ask(watching, 'tell');
  rows.push([
    figures(perSecond),
    figures((whileSelling!.events + late!.events) / seconds),
    figures(late!.events),
    whileSelling!.p50.toFixed(1),
    whileSelling!.p99.toFixed(1),
    ...[valkeyShare, sold!.cpuShare, whileSelling!.cpuShare].map((share) => `${(100 * share).toFixed(0)} %`),
  ]);
}
[selling, watching].forEach((child) => child.kill());
valkey.destroy();
table(['orders/s', 'heard/s', 'late', 'p50 ms', 'p99 ms', 'CPU Valkey', 'CPU selling', 'CPU watching'], rows);

async function startHubProcess(): Promise<ChildProcess> {
  const child = fork(new URL('./setup/hub-process.ts', import.meta.url), [valkeyUrl!]);
  await once(child, 'message');
  return child;
}

async function valkeyCpuMs(): Promise<number> {
  const info = await valkey.info('cpu');
  const secondsOf = (part: string): number =>
    Number(info.split(`used_cpu_${part}:`)[1]?.split('\r')[0] ?? '');
  return (secondsOf('user') + secondsOf('sys')) * 1_000;
}

async function ask(child: ChildProcess, job: HubJob | 'tell'): Promise<HubFigures | null> {
  child.send(job);
  while (true) {
    const [word] = (await once(child, 'message')) as [HubProcessMessage];
    if ('figures' in word) return word.figures;
  }
}
