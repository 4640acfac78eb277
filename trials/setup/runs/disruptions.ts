import { setTimeout as sleep } from 'node:timers/promises';
import { killPrimary, killPrimaryAtStart } from './kill-primary.ts';
import { killWorker } from './kill-worker.ts';
import type { Random } from '../random.ts';
import { acknowledged } from './round.ts';
import type { Server } from '../server.ts';
import type { Trial } from '../trial-type.ts';
import { workersOf } from '../worker-processes.ts';

/** The disruptions of a shop with several processes. */
export const DISRUPTIONS = [
  'worker killed',
  'primary killed',
  'primary killed at its start',
  'database killed',
  'database restarted',
] as const;
export type Disruption = (typeof DISRUPTIONS)[number];

export type AfterDisruption = {
  /** The one that runs now. */
  readonly server: Server;
  /** Until all processes ran again, or for the database until an order was acknowledged. */
  readonly backMs: number;
  /** From the kill of a primary until its last worker had ended. */
  readonly endedMs?: number;
  readonly faults: readonly string[];
};

const BACK_WITHIN_MS = 10_000;
const LONGEST_DOWN_MS = 1_000;

/** Endless: each disruption once, a killed worker twice, shuffled in each cycle. */
export function* shuffleDisruptions(
  random: Random,
  wants: (harm: Disruption) => boolean,
): Generator<Disruption, never> {
  while (true) yield* random.shuffle([DISRUPTIONS[0], ...DISRUPTIONS].filter(wants));
}

const DO: Record<Disruption, (trial: Trial, server: Server, workers: number) => Promise<AfterDisruption>> = {
  'worker killed': async (trial, server, workers) => ({
    server,
    backMs: await killWorker(server, workers, trial.random.below(workers)),
    faults: [],
  }),
  'primary killed': killPrimary,
  'primary killed at its start': killPrimaryAtStart,
  'database killed': (trial, server) => harmDatabase(trial, server, () => trial.databases.killServer!()),
  'database restarted': (trial, server) => harmDatabase(trial, server, () => restartDatabase(trial)),
};

export const doHarm = (
  trial: Trial,
  server: Server,
  harm: Disruption,
  workers: number,
): Promise<AfterDisruption> => DO[harm](trial, server, workers);

/** Under running workers, which must survive requests to the database without an answer. */
async function harmDatabase(
  trial: Trial,
  server: Server,
  harm: () => Promise<void>,
): Promise<AfterDisruption> {
  const before = workersOf(server);
  const started = performance.now();
  await harm();
  await acknowledged(trial, 1);
  const backMs = performance.now() - started;
  const faults: string[] = [];
  if (backMs > BACK_WITHIN_MS)
    faults.push(`no order for ${Math.round(backMs)} ms after the database was harmed`);
  const now = workersOf(server);
  const ended = before.filter((pid) => !now.includes(pid)).length;
  if (server.hasEnded()) faults.push('the shop ended when its database did');
  else if (ended > 0) faults.push(`${ended} of ${before.length} workers ended when their database did`);
  return { server, backMs, faults };
}

async function restartDatabase({ databases, random }: Trial): Promise<void> {
  const postgres = databases.server!;
  await postgres.stop(random.chance(0.5) ? 'fast' : 'immediate');
  await sleep(random.below(LONGEST_DOWN_MS));
  await postgres.start();
}
