import { setTimeout as sleep } from 'node:timers/promises';
import type { Launched, Server } from '../server.ts';
import type { Trial } from '../trial-type.ts';
import { runningOf, workersOf } from '../worker-processes.ts';

/**
 * A running worker ends after at most eight seconds; a starting one notices only when its modules are loaded, which
 * takes as long on a busy machine.
 */
const ENDED_WITHIN_MS = 15_000;
const BACK_WITHIN_MS = 30_000;
/** A service manager's delay after a failed start. */
const RESTART_PAUSE_MS = 100;
/** How long a worker takes to start; longer on a busy machine. */
const LATEST_KILL_OF_START_MS = 600;

export type PrimaryDeath = {
  readonly server: Server;
  /** From the kill until the last worker had ended, and until the next start answered. */
  readonly endedMs: number;
  readonly backMs: number;
  readonly faults: readonly string[];
};

/** Kills only the primary and restarts the shop at once, as a service manager does. */
export async function killPrimary(trial: Trial, server: Server): Promise<PrimaryDeath> {
  const killed = performance.now();
  const ending = killAlone(server);
  const [{ endedMs, faults }, next] = await Promise.all([ending, startAgain(trial, ending)]);
  return { server: next, endedMs, backMs: performance.now() - killed, faults };
}

/** The same, and then the primary of the next start too, while its workers are still starting. */
export async function killPrimaryAtStart(trial: Trial, server: Server): Promise<PrimaryDeath> {
  const killed = performance.now();
  const first = await killAlone(server);
  const early = trial.launch();
  while (!early.hasEnded() && workersOf(early).length === 0) await sleep(5);
  await sleep(trial.random.below(LATEST_KILL_OF_START_MS));
  const ending = killAlone(early);
  const [{ endedMs, faults }, next] = await Promise.all([ending, startAgain(trial, ending)]);
  const backMs = performance.now() - killed;
  return { server: next, endedMs, backMs, faults: [...first.faults, ...faults] };
}

type Ending = { readonly endedMs: number; readonly faults: readonly string[] };

/** Resolves when all its workers have ended, or were killed because they did not end in time. */
async function killAlone(server: Pick<Server, 'pid' | 'ended'>): Promise<Ending> {
  // Stopped first, so that it starts no further worker.
  process.kill(server.pid, 'SIGSTOP');
  const workers = workersOf(server);
  process.kill(server.pid, 'SIGKILL');
  const killed = performance.now();
  await server.ended;
  while (runningOf(workers).length > 0 && performance.now() - killed < ENDED_WITHIN_MS) await sleep(20);
  const left = runningOf(workers);
  for (const pid of left) process.kill(pid, 'SIGKILL');
  const endedMs = performance.now() - killed;
  const fault = `${left.length} of ${workers.length} workers outlived their primary by ${ENDED_WITHIN_MS} ms`;
  return { endedMs, faults: left.length === 0 ? [] : [fault] };
}

/** The last start's workers still hold the port, so a start may be refused. */
async function startAgain(trial: Trial, ending: Promise<Ending>): Promise<Server> {
  const deadline = performance.now() + BACK_WITHIN_MS;
  while (true) {
    const next: Launched = trial.launch();
    await Promise.race([ending, next.ended]);
    // Until all have ended, one of them may answer.
    if (!next.hasEnded()) await ending;
    const startMs = await next.up();
    if (startMs !== null) return { ...next, startMs };
    if (performance.now() > deadline) throw new Error('the shop did not start again on its port');
    await sleep(RESTART_PAUSE_MS);
  }
}
