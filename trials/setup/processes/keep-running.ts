import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../scripts/test/free-port.ts';
import type { Launched, ServerEnd } from '../server.ts';
import type { Trial } from '../trial-type.ts';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Several equal processes of one shop behind one address, restarted when they die, as systemd does. */
export type Processes = {
  readonly url: string;
  readonly count: number;
  /** Kills one; resolves with how long it took to answer again. */
  kill(index: number): Promise<number>;
  /** Asks one to stop; resolves with how it ended, how long that took and how long until it answered again. */
  restart(index: number): Promise<ServerEnd & { readonly tookMs: number; readonly backMs: number }>;
  /** How processes ended unasked. Reading empties the list. */
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
  /** Ends the current process with a signal; another takes its place. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<ServerEnd>;
  /** Resolves when the current one answers. */
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

/** One address for several processes. */
type Balancer = { readonly url: string; stop(): Promise<void> };

/** Gives each connection to the next port in turn, or the one after it if nobody listens. */
async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer((caller) => {
    open.add(caller);
    caller.once('close', () => open.delete(caller)).on('error', () => caller.destroy());
    turn += 1;
    passOn(caller, ports, turn, ports.length);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      for (const caller of open) caller.destroy();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}

function passOn(caller: Socket, ports: readonly number[], turn: number, triesLeft: number): void {
  if (caller.destroyed) return;
  if (triesLeft === 0) return void caller.resetAndDestroy();
  const shop = connect(ports[turn % ports.length]!, '127.0.0.1');
  let isConnected = false;
  shop.once('connect', () => {
    isConnected = true;
    caller.pipe(shop).pipe(caller);
    caller.once('close', () => shop.destroy());
  });
  shop.on('error', () => {
    shop.destroy();
    if (isConnected) caller.destroy();
    else passOn(caller, ports, turn + 1, triesLeft - 1);
  });
  shop.once('close', () => {
    // What the shop wrote before it ended still goes out.
    if (isConnected) caller.end();
  });
}
