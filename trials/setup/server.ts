import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const MAIN = join(import.meta.dirname, '../../apps/server/src/main.ts');
/** Where the shop's processes cache compiled code between starts. */
export const COMPILED = join(import.meta.dirname, '../../node_modules/.cache/portside/compiled');
const LONGEST_START_MS = 180_000;
/** The shop forces its own stop long before. */
const LONGEST_STOP_MS = 60_000;

export type ServerEnd = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** The real server in a process of its own. */
export type Server = {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process to the first answer; null if it died before. */
  readonly startMs: number | null;
  readonly ended: Promise<ServerEnd>;
  hasEnded(): boolean;
  kill(): Promise<void>;
  /** Asks it to stop, and kills it if it hangs; returns how it ended and how long that took. */
  stop(): Promise<ServerEnd & { readonly tookMs: number }>;
};

export type ServerOptions = {
  readonly environment: Readonly<Record<string, string>>;
  readonly port: number;
  readonly logFile: string;
  /** Milliseconds; a minute if absent. */
  readonly startWithinMs?: number;
  /** What Node runs; the server itself if absent. */
  readonly script?: string;
};

/** A server that was started and may not answer yet. */
export type Launched = Omit<Server, 'startMs'> & {
  /** Resolves when it answers, or has died: from its start to the first answer, or null. */
  up(): Promise<number | null>;
};

/** Resolves when the server answers, or when it has died on the way. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const launched = launchServer(options);
  return { ...launched, startMs: await launched.up() };
}

export function launchServer({
  environment,
  port,
  logFile,
  startWithinMs = LONGEST_START_MS,
  script = MAIN,
}: ServerOptions): Launched {
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, [script], {
    cwd: join(MAIN, '..'),
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      LOG_LEVEL: 'warn',
      // Reuses compiled code between starts.
      NODE_COMPILE_CACHE: COMPILED,
      ...environment,
    },
  });
  closeSync(log);
  const ended = once(child, 'exit').then(([code, signal]): ServerEnd => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }));
  // Ends the shop with its trial.
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  const stop = async (): Promise<ServerEnd & { tookMs: number }> => {
    const asked = performance.now();
    child.kill('SIGTERM');
    const hang = setTimeout(end, LONGEST_STOP_MS);
    const how = await ended;
    clearTimeout(hang);
    return { ...how, tookMs: performance.now() - asked };
  };
  const up = async (): Promise<number | null> => {
    while (!hasEnded() && !(await answers(url))) {
      if (performance.now() - started > startWithinMs) {
        await kill();
        throw new Error(`the server does not start; see ${logFile}`);
      }
      await sleep(20);
    }
    return hasEnded() ? null : performance.now() - started;
  };
  return { url, pid: child.pid!, ended, hasEnded, kill, stop, up };
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  );

/** Suspends every process of the PostgreSQL server on that data folder; returns their ids, the postmaster's last. */
export function freezeServer(dataDir: string): number[] {
  const postmaster = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  // Suspended first, so that it cannot start a process that this would miss.
  process.kill(postmaster, 'SIGSTOP');
  const all = [...ps('--ppid', String(postmaster), '-o', 'pid=').map(Number), postmaster];
  for (const pid of all) signal(pid, 'SIGSTOP');
  return all;
}

/** Kills these processes and waits until none runs, so that the server can be started again. */
export async function killServer(dataDir: string, port: number, pids: readonly number[]): Promise<void> {
  for (const pid of pids) signal(pid, 'SIGKILL');
  while (ps('-p', pids.join(','), '-o', 'stat=').some((state) => !state.startsWith('Z'))) await sleep(5);
  // Until the dead process is reaped, its locks would look like a running server's.
  rmSync(join(dataDir, 'postmaster.pid'), { force: true });
  rmSync(join(dataDir, `.s.PGSQL.${port}.lock`), { force: true });
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {
    // A connection's process may just have ended by itself.
  }
}

const ps = (...args: string[]): string[] =>
  spawnSync('ps', args, { encoding: 'utf8' })
    .stdout.split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
