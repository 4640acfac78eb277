import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../scripts/test/free-port.ts';
import type { Launched, ServerEnd } from '../server.ts';
import type { Trial } from '../trial-type.ts';
import { startBalancer } from './balancer.ts';

/** Several equal processes of one shop behind one address. What dies is started again, as systemd does. */
export type Processes = {
  readonly url: string;
  readonly count: number;
  /** Kills one; how long until it answered again. */
  kill(index: number): Promise<number>;
  /** Asks one to stop; how it ended, how long that took, and how long until it answered again. */
  restart(index: number): Promise<ServerEnd & { readonly tookMs: number; readonly backMs: number }>;
  /** How processes ended that nobody had asked to. Asking empties the list. */
  takeUnasked(): string[];
  /** Asks all to stop, at once. */
  stop(): Promise<readonly (ServerEnd & { readonly tookMs: number })[]>;
};

const RESTART_PAUSE_MS = 100;
const BACK_WITHIN_MS = 60_000;

/** Starts so many processes, all at once, and waits until each answers. */
export async function keepRunning(trial: Trial, count: number): Promise<Processes> {
  const kept = await Promise.all(Array.from({ length: count }, () => keepOne(trial)));
  const balancer = await startBalancer(kept.map(({ port }) => port));
  return {
    url: balancer.url,
    count,
    async kill(index) {
      const killed = performance.now();
      await kept[index]!.end('SIGKILL');
      await kept[index]!.up();
      return performance.now() - killed;
    },
    async restart(index) {
      const asked = performance.now();
      const end = await kept[index]!.end('SIGTERM');
      const tookMs = performance.now() - asked;
      await kept[index]!.up();
      return { ...end, tookMs, backMs: performance.now() - asked };
    },
    takeUnasked: () => kept.flatMap((one) => one.unasked.splice(0)),
    async stop() {
      const asked = performance.now();
      const ends = await Promise.all(
        kept.map(async (one) => ({ ...(await one.stop()), tookMs: performance.now() - asked })),
      );
      await balancer.stop();
      return ends;
    },
  };
}

type Kept = {
  readonly port: number;
  readonly unasked: string[];
  /** Ends the present process by a signal; another takes its place. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<ServerEnd>;
  /** Resolves when the present one answers. */
  up(): Promise<void>;
  stop(): Promise<ServerEnd>;
};

async function keepOne(trial: Trial): Promise<Kept> {
  const port = await freePort();
  const unasked: string[] = [];
  let current: Launched = trial.launch(port);
  let asked: Launched | null = null;
  let isOver = false;
  const keeping = (async (): Promise<void> => {
    while (true) {
      const one = current;
      const { code, signal } = await one.ended;
      if (one !== asked) unasked.push(`a process ended with ${signal ?? code} that nobody had asked to`);
      if (isOver) return;
      await sleep(RESTART_PAUSE_MS);
      if (isOver) return;
      current = trial.launch(port);
    }
  })();
  const end = (signal: 'SIGKILL' | 'SIGTERM'): Promise<ServerEnd> => {
    asked = current;
    process.kill(current.pid, signal);
    return current.ended;
  };
  const up = async (): Promise<void> => {
    const deadline = performance.now() + BACK_WITHIN_MS;
    while (current.hasEnded() || (await current.up()) === null) {
      if (performance.now() > deadline) throw new Error('a process did not come back');
      await sleep(RESTART_PAUSE_MS / 2);
    }
  };
  await up();
  const stop = async (): Promise<ServerEnd> => {
    isOver = true;
    const last = current.hasEnded() ? current.ended : end('SIGTERM');
    await Promise.all([last, keeping]);
    return last;
  };
  return { port, unasked, end, up, stop };
}
