import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicNs } from '../../apps/server/src/platform/hub/hub-link.ts';
import type { ToHub, ToWorker } from '../../apps/server/src/platform/hub/messages.ts';
import { RemoteHub } from '../../apps/server/src/platform/hub/remote-hub.ts';
import { Live } from '../../apps/server/src/platform/live/live.ts';
import { quantile } from './report.ts';

/** Either all the buyers' streams, or a shop that publishes this many orders a second. */
export type HubJob =
  | { readonly kind: 'watch'; readonly buyers: number }
  | { readonly kind: 'sell'; readonly buyers: number; readonly perSecond: number; readonly seconds: number };
export type HubFigures = {
  readonly events: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpuShare: number;
};
export type HubWorkerMessage = readonly ToHub[] | { readonly figures: HubFigures | null };

const TICK_MS = 2;

const say = (word: HubWorkerMessage, onSent: (error: Error | null) => void): unknown =>
  process.send!(word, onSent);
const hub = new RemoteHub(say, () => process.exit(1));
const live = new Live(hub);
const delays: number[] = [];
let [since, cpu] = [performance.now(), process.cpuUsage()];

process.on('message', (word: readonly ToWorker[] | HubJob | 'tell') => {
  if (Array.isArray(word)) hub.receive(word as readonly ToWorker[]);
  else if (word === 'tell') tell();
  else void run(word as HubJob);
});

async function run(job: HubJob): Promise<void> {
  await (job.kind === 'watch' ? watch(job.buyers) : sell(job));
  if (job.kind === 'sell') tell();
  else say({ figures: null }, () => undefined);
}

async function watch(buyers: number): Promise<void> {
  for (let userId = 1n; userId <= buyers; userId += 1n)
    await live.join({
      userId,
      sessionId: null,
      visitorId: `buyer-${userId}`,
      address: `10.0.${userId / 200n}.1`,
      end: () => undefined,
      send: ({ text }) => {
        const at = /"order_no":"(\d+)"/.exec(text)?.[1];
        if (at !== undefined) delays.push((monotonicNs() - Number(at)) / 1e6);
      },
    });
}

async function sell({ buyers, perSecond, seconds }: Extract<HubJob, { kind: 'sell' }>): Promise<void> {
  const start = performance.now();
  for (let sold = 0; performance.now() - start < seconds * 1_000; await sleep(TICK_MS)) {
    const due = Math.floor(((performance.now() - start) * perSecond) / 1_000);
    for (; sold < due; sold += 1) {
      const to = BigInt(1 + (sold % buyers));
      live.publish({ to, name: 'balance', data: { balance: '12345.67' } });
      live.publish({ to, name: 'order', data: { order_no: String(monotonicNs()) } });
    }
  }
}

/** Events received since the last report. */
function tell(): void {
  const { user, system } = process.cpuUsage(cpu);
  const cpuShare = (user + system) / 1_000 / (performance.now() - since);
  const sorted = delays.splice(0).toSorted((a, b) => a - b);
  const figures = {
    events: sorted.length,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    cpuShare,
  };
  [since, cpu] = [performance.now(), process.cpuUsage()];
  say({ figures }, () => undefined);
}
