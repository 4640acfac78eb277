import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { ValkeyHub } from '../../apps/server/src/platform/hub/valkey-hub.ts';
import { Live } from '../../apps/server/src/platform/live.ts';
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
export type HubProcessMessage = { readonly figures: HubFigures | null };

const TICK_MS = 2;

/** Monotonic, and shared by all processes of the machine. */
const nowNs = (): number => Number(process.hrtime.bigint());
const say = (word: HubProcessMessage): unknown => process.send!(word);
const [, , valkeyUrl = ''] = process.argv;
const live = new Live(await ValkeyHub.open(valkeyUrl, pino({ level: 'warn' })));
const delays: number[] = [];
let [since, cpu] = [performance.now(), process.cpuUsage()];

process.on('message', (word: HubJob | 'tell') => void (word === 'tell' ? tell() : run(word)));
say({ figures: null });

async function run(job: HubJob): Promise<void> {
  await (job.kind === 'watch' ? watch(job.buyers) : sell(job));
  if (job.kind === 'sell') tell();
  else say({ figures: null });
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
        if (at !== undefined) delays.push((nowNs() - Number(at)) / 1e6);
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
      live.publish({ to, name: 'order', data: { order_no: String(nowNs()) } });
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
  say({ figures });
}
