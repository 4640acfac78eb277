import { setTimeout as sleep } from 'node:timers/promises';
import { audit, settle } from './audit.ts';
import { checkPages, PAGES_A_BUYER } from './check-pages.ts';
import { killWorker } from './kill-worker.ts';
import { startViewer, type LiveViewer } from './live-viewer.ts';
import { runLoad } from './load.ts';
import { createRandom } from './random.ts';
import { rushShop } from './rush-shop.ts';
import type { Server } from './server.ts';
import { openSurroundings } from './surroundings.ts';
import { createTrial, type Trial } from './trial.ts';

export type WorkersRun = {
  readonly rounds: number;
  readonly seed: number;
  readonly workers: number;
  /** Told about each round. */
  readonly tell?: (line: string) => void;
};

export type WorkersSummary = {
  readonly rounds: number;
  readonly acknowledgedOrders: number;
  /** Streams that were cut off and came back. */
  readonly cuts: number;
  readonly longestBackMs: number;
  readonly faults: readonly string[];
};

const LOAD_MS = 800;
const RUSH_MS = 150;

/** Kills one of several server processes under load, again and again; the first round with a fault ends it. */
export async function runWorkers({
  rounds,
  seed,
  workers,
  tell = () => undefined,
}: WorkersRun): Promise<WorkersSummary> {
  const surroundings = await openSurroundings('postgres');
  const viewers: LiveViewer[] = [];
  try {
    const settings = { WORKERS: String(workers) };
    const { trial, server } = await createTrial(surroundings, createRandom(seed).below(2 ** 32), settings);
    for (const [index, buyer] of trial.buyers.entries())
      for (let page = 0; page < PAGES_A_BUYER; page += 1)
        viewers.push(startViewer(server.url, { ...buyer, address: `10.${100 + page}.${index}.1` }));
    const faults: string[] = [];
    let [round, longestBackMs] = [0, 0];
    while (round < rounds && faults.length === 0) {
      round += 1;
      // Each round its own addresses: the limits of one address are not what is looked at here.
      const buyers = trial.buyers.map((buyer, index) => ({
        ...buyer,
        address: `10.${round % 90}.${index}.2`,
      }));
      const { backMs, faults: found } = await runRound({ ...trial, buyers }, server, viewers, {
        workers,
        round,
      });
      faults.push(...found);
      longestBackMs = Math.max(longestBackMs, backMs);
      tell(
        `${String(round).padStart(4)}  back after ${Math.round(backMs)} ms  ${trial.journal.countOrders('acknowledged')} acknowledged`,
      );
    }
    const cuts = viewers.reduce((sum, viewer) => sum + viewer.connections - 1, 0);
    await Promise.all(viewers.map((viewer) => viewer.stop()));
    await server.stop();
    if (faults.length === 0) faults.push(...(await settle(trial)).faults);
    if (faults.length === 0) trial.target.remove();
    else tell(`the data folder is kept: ${trial.target.dataDir}`);
    return {
      rounds: round,
      acknowledgedOrders: trial.journal.countOrders('acknowledged'),
      cuts,
      longestBackMs,
      faults,
    };
  } finally {
    await Promise.all(viewers.map((viewer) => viewer.stop()));
    await surroundings.stop();
  }
}

async function runRound(
  trial: Trial,
  server: Server,
  viewers: readonly LiveViewer[],
  { workers, round }: { readonly workers: number; readonly round: number },
): Promise<{ backMs: number; faults: string[] }> {
  const { random } = trial;
  let isOver = false;
  const load = runLoad(trial, server.url, () => isOver);
  await sleep(random.below(LOAD_MS));
  const rush = rushShop(trial, server.url, `rush-${round}`);
  await sleep(random.below(RUSH_MS));
  const backMs = await killWorker(server, workers, random.below(workers));
  const faults = await rush;
  await sleep(random.below(LOAD_MS));
  isOver = true;
  await load;
  return {
    backMs,
    faults: [...faults, ...(await checkPages(trial, server, viewers)), ...(await audit(trial))],
  };
}
