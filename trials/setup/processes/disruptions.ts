import { setTimeout as sleep } from 'node:timers/promises';
import type { TestValkey } from '../../../apps/server/src/testing/valkey.ts';
import type { Pages } from '../checks/check-pages.ts';
import { waitUntil } from '../faults/fault.ts';
import type { Random } from '../random.ts';
import { acknowledged } from '../runs/round.ts';
import type { Trial } from '../trial-type.ts';
import type { Processes } from './keep-running.ts';

/** What is done to a shop of several processes. */
export const DISRUPTIONS = [
  'process killed',
  'processes restarted in turn',
  'Valkey killed',
  'database killed',
  'database restarted',
] as const;
export type Disruption = (typeof DISRUPTIONS)[number];

export type AfterDisruption = {
  /**
   * Until the killed process answered again; if only the shop's servers were harmed, until an order was acknowledged.
   */
  readonly backMs: number;
  readonly faults: readonly string[];
};

/** The context of a disruption. */
export type Scene = {
  readonly trial: Trial;
  readonly processes: Processes;
  readonly valkey: TestValkey;
  readonly watching: readonly Pages[];
};

const LONGEST_DOWN_MS = 1_000;
/** With nothing silent around it; the shop itself gives up after eight seconds. */
const STOPPED_WITHIN_MS = 5_000;
const STREAMS_ENDED_WITHIN_MS = 15_000;

/** Each once and a killed process twice, shuffled; again and again. */
export function* shuffleDisruptions(
  random: Random,
  wants: (disruption: Disruption) => boolean,
): Generator<Disruption, never> {
  while (true) yield* random.shuffle([DISRUPTIONS[0], ...DISRUPTIONS].filter(wants));
}

const DO: Record<Disruption, (scene: Scene) => Promise<AfterDisruption>> = {
  'process killed': killProcess,
  'processes restarted in turn': restartInTurn,
  'Valkey killed': killValkey,
  'database killed': (scene) => disruptDatabase(scene, () => scene.trial.databases.killServer!()),
  'database restarted': (scene) => disruptDatabase(scene, () => restartDatabase(scene.trial)),
};

export const disrupt = (scene: Scene, disruption: Disruption): Promise<AfterDisruption> =>
  DO[disruption](scene);

/** The others continue meanwhile. */
export async function killProcess({ trial, processes }: Scene): Promise<AfterDisruption> {
  const back = processes.kill(trial.random.below(processes.count));
  const faults = await stillOrders(trial, 'a process was killed');
  return { backMs: await back, faults: [...faults, ...processes.takeUnasked()] };
}

/** As in a deployment: one after the other, each once the last answers again. */
async function restartInTurn({ trial, processes }: Scene): Promise<AfterDisruption> {
  const faults: string[] = [];
  const begun = performance.now();
  for (let index = 0; index < processes.count; index += 1) {
    const restarting = processes.restart(index);
    faults.push(...(await stillOrders(trial, 'a process was asked to stop')));
    const { code, signal, tookMs } = await restarting;
    if (code !== 0) faults.push(`a process that was asked to stop ended with ${signal ?? code}`);
    if (tookMs > STOPPED_WITHIN_MS) faults.push(`a process took ${Math.round(tookMs)} ms to stop`);
  }
  return { backMs: performance.now() - begun, faults: [...faults, ...processes.takeUnasked()] };
}

/** Orders continue without it; every page polls, and streams again once it is back. */
export async function killValkey({ trial, processes, valkey, watching }: Scene): Promise<AfterDisruption> {
  const viewers = watching.flatMap(({ pages }) => pages);
  const killed = performance.now();
  await valkey.kill();
  const faults = await stillOrders(trial, 'Valkey was killed');
  const backMs = performance.now() - killed;
  await waitUntil('every stream ended with Valkey', STREAMS_ENDED_WITHIN_MS, () =>
    viewers.every(({ isOpen }) => !isOpen),
  );
  // An event sent at this moment may have reached only some; they fetch everything again.
  for (const viewer of viewers) viewer.forget();
  await sleep(trial.random.below(LONGEST_DOWN_MS));
  await valkey.restart();
  return { backMs, faults: [...faults, ...processes.takeUnasked()] };
}

const stillOrders = async (trial: Trial, when: string): Promise<string[]> =>
  (await acknowledged(trial, 1)) ? [] : [`no order was acknowledged after ${when}`];

/** Kills the database under processes that stay up: one waiting for its answer must survive. */
async function disruptDatabase(
  { trial, processes }: Scene,
  disruption: () => Promise<void>,
): Promise<AfterDisruption> {
  const started = performance.now();
  await disruption();
  const isBack = await acknowledged(trial, 1);
  const backMs = performance.now() - started;
  const faults = processes.takeUnasked();
  if (!isBack) faults.push(`no order for ${Math.round(backMs)} ms after the database was harmed`);
  return { backMs, faults };
}

async function restartDatabase({ databases, random }: Trial): Promise<void> {
  const postgres = databases.server!;
  await postgres.stop(random.chance(0.5) ? 'fast' : 'immediate');
  await sleep(random.below(LONGEST_DOWN_MS));
  await postgres.start();
}
