import { setTimeout as sleep } from 'node:timers/promises';
import { audit, settle } from '../checks/audit.ts';
import { checkPages, PAUSES_MS, type Pages } from '../checks/check-pages.ts';
import { doHarm, shuffleDisruptions, type Disruption, type AfterDisruption } from './disruptions.ts';
import { startViewer } from '../load/live-viewer.ts';
import { runLoad } from '../load/load.ts';
import { createRandom } from '../random.ts';
import { runOrderBurst, stockOrderBurst } from './order-burst.ts';
import type { Server } from '../server.ts';
import { startServices } from '../services.ts';
import { createTrial } from '../trial.ts';
import type { Trial } from '../trial-type.ts';

export type WorkersRun = {
  readonly rounds: number;
  readonly seed: number;
  readonly workers: number;
  /** Which disruptions; all by default. */
  readonly wants?: (harm: Disruption) => boolean;
  /** Told about each round. */
  readonly tell?: (line: string) => void;
};

export type WorkersSummary = {
  readonly rounds: readonly (Omit<AfterDisruption, 'server'> & { readonly harm: Disruption })[];
  readonly shops: number;
  readonly acknowledgedOrders: number;
  /** Streams that were cut off and came back. */
  readonly cuts: number;
  readonly faults: readonly string[];
};

/** A shop's books grow with its rounds, and its stock runs out. */
const ROUNDS_A_SHOP = 24;
const LOAD_MS = 800;
const RUSH_MS = 150;

/** Disrupts one of several server processes under load repeatedly, until the first round with a fault. */
export async function runWorkers({
  rounds,
  seed,
  workers,
  wants = () => true,
  tell = () => undefined,
}: WorkersRun): Promise<WorkersSummary> {
  const services = await startServices('postgres');
  const random = createRandom(seed);
  const harms = shuffleDisruptions(random, wants);
  const done: WorkersSummary['rounds'][number][] = [];
  const faults: string[] = [];
  let [shops, cuts, acknowledgedOrders] = [0, 0, 0];
  try {
    while (done.length < rounds && faults.length === 0) {
      const settings = { WORKERS: String(workers) };
      const { trial, server: first } = await createTrial(services, random.below(2 ** 32), settings);
      let server = first;
      const watching = openPages(trial, server.url);
      const last = Math.min(rounds, done.length + ROUNDS_A_SHOP);
      while (done.length < last && faults.length === 0) {
        const harm = harms.next().value;
        const harmed = await runRound(trial, server, watching, { workers, harm, round: done.length + 1 });
        ({ server } = harmed);
        done.push({ ...harmed, harm });
        faults.push(...harmed.faults);
        tell(lineOf(done.length, harm, harmed, trial));
      }
      const viewers = watching.flatMap(({ pages }) => pages);
      await Promise.all(viewers.map((viewer) => viewer.stop()));
      await server.stop();
      if (faults.length === 0) faults.push(...(await settle(trial)).faults);
      shops += 1;
      cuts += viewers.reduce((sum, viewer) => sum + viewer.connections - 1, 0);
      acknowledgedOrders += trial.journal.countOrders('acknowledged');
      if (faults.length === 0) trial.target.remove();
      else tell(`the data folder is kept: ${trial.target.dataDir}`);
    }
    return { rounds: done, shops, acknowledgedOrders, cuts, faults };
  } finally {
    await services.stop();
  }
}

const openPages = ({ buyers }: Trial, url: string): Pages[] =>
  buyers.map((buyer, index) => {
    const [one, other] = PAUSES_MS.map((pauseMs, page) =>
      startViewer(url, { ...buyer, address: `10.${100 + page}.${index}.1` }, pauseMs),
    );
    return { buyer, pages: [one!, other!] };
  });

async function runRound(
  shop: Trial,
  server: Server,
  watching: readonly Pages[],
  { workers, harm, round }: { readonly workers: number; readonly harm: Disruption; readonly round: number },
): Promise<AfterDisruption> {
  // Own IP addresses in each round, so that rate limits do not interfere.
  const buyers = shop.buyers.map((buyer, index) => ({ ...buyer, address: `10.${round % 90}.${index}.2` }));
  const trial = { ...shop, buyers };
  const { random } = trial;
  const rushed = await stockOrderBurst(trial, `rush-${round}`);
  let isOver = false;
  const load = runLoad(trial, server.url, () => isOver);
  await sleep(random.below(LOAD_MS));
  const rush = runOrderBurst(trial, server.url, rushed);
  await sleep(random.below(RUSH_MS));
  const harmed = await doHarm(trial, server, harm, workers);
  const faults = [...harmed.faults, ...(await rush)];
  await sleep(random.below(LOAD_MS));
  isOver = true;
  await load;
  if (faults.length === 0) faults.push(...(await checkPages(trial, harmed.server, watching, round)));
  return { ...harmed, faults: [...faults, ...(await audit(trial))] };
}

function lineOf(
  round: number,
  harm: Disruption,
  { backMs, endedMs }: AfterDisruption,
  { journal }: Trial,
): string {
  const ended = endedMs === undefined ? '' : `its workers ended after ${Math.round(endedMs)} ms  `;
  const acknowledged = journal.countOrders('acknowledged');
  return `${String(round).padStart(4)}  ${harm}  ${ended}back after ${Math.round(backMs)} ms  ${acknowledged} acknowledged`;
}
