import { setTimeout as sleep } from 'node:timers/promises';
import { launchValkey } from '../../../apps/server/src/testing/valkey.ts';
import { audit, settle } from '../checks/audit.ts';
import { checkPages, openPages } from '../checks/check-pages.ts';
import { runLoad } from '../load/load.ts';
import type { Random } from '../random.ts';
import { rushShop, stockRush } from '../runs/rush-shop.ts';
import type { Surroundings } from '../surroundings.ts';
import { createTrial } from '../trial.ts';
import type { Harmed, Scene } from './harms.ts';
import { keepRunning } from './keep-running.ts';

export type HarmsRun<Harm extends string> = {
  readonly surroundings: Surroundings;
  readonly random: Random;
  /** How many processes the shop has. */
  readonly processes: number;
  readonly rounds: number;
  readonly harms: Iterator<Harm>;
  readonly doHarm: (scene: Scene, harm: Harm) => Promise<Harmed>;
  /** Added to the environment of every process. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Told about each round. */
  readonly tell?: (line: string) => void;
};

export type HarmsSummary<Harm extends string> = {
  readonly rounds: readonly (Harmed & { readonly harm: Harm })[];
  readonly shops: number;
  readonly acknowledgedOrders: number;
  readonly transfers: number;
  /** Streams that were cut off and came back. */
  readonly cuts: number;
  readonly faults: readonly string[];
};

/** A shop's books grow with its rounds, and its stock runs out. */
const ROUNDS_A_SHOP = 24;
const LOAD_MS = 800;
const RUSH_MS = 150;

/**
 * Harms a shop of several processes under load, again and again; the first round with a fault ends it. Ends the
 * surroundings, too.
 */
export async function runHarms<Harm extends string>(run: HarmsRun<Harm>): Promise<HarmsSummary<Harm>> {
  const { surroundings, random, rounds, harms, doHarm, tell = () => undefined } = run;
  const valkey = await launchValkey();
  const done: (Harmed & { readonly harm: Harm })[] = [];
  const faults: string[] = [];
  let [shops, cuts, acknowledgedOrders, transfers] = [0, 0, 0, 0];
  try {
    while (done.length < rounds && faults.length === 0) {
      const settings = { VALKEY_URL: valkey.url, ...run.settings };
      const { trial, server } = await createTrial(surroundings, random.below(2 ** 32), settings);
      await server.stop();
      const processes = await keepRunning(trial, run.processes);
      const watching = openPages(trial.buyers, processes.url);
      const scene: Scene = { trial, processes, valkey, watching };
      const last = Math.min(rounds, done.length + ROUNDS_A_SHOP);
      while (done.length < last && faults.length === 0) {
        const harm = harms.next().value as Harm;
        const harmed = await runRound(scene, (shaken) => doHarm(shaken, harm), done.length + 1);
        done.push({ ...harmed, harm });
        faults.push(...harmed.faults);
        const acknowledged = trial.journal.countOrders('acknowledged');
        const back = `back after ${Math.round(harmed.backMs)} ms`;
        tell(`${String(done.length).padStart(4)}  ${harm}  ${back}  ${acknowledged} acknowledged`);
      }
      const viewers = watching.flatMap(({ pages }) => pages);
      await Promise.all(viewers.map((viewer) => viewer.stop()));
      await processes.stop();
      if (faults.length === 0) faults.push(...(await settle(trial)).faults);
      shops += 1;
      cuts += viewers.reduce((sum, viewer) => sum + viewer.connections - 1, 0);
      acknowledgedOrders += trial.journal.countOrders('acknowledged');
      transfers += trial.journal.transfers.length;
      if (faults.length === 0) trial.target.remove();
      else tell(`the data folder is kept: ${trial.target.dataDir}`);
    }
    return { rounds: done, shops, acknowledgedOrders, transfers, cuts, faults };
  } finally {
    await surroundings.stop();
    await valkey.kill();
  }
}

async function runRound(
  scene: Scene,
  harm: (scene: Scene) => Promise<Harmed>,
  round: number,
): Promise<Harmed> {
  const { processes, watching } = scene;
  // Each round its own addresses: the limits of one address are not what is looked at here.
  const buyers = scene.trial.buyers.map((buyer, index) => ({
    ...buyer,
    address: `10.${round % 90}.${index}.2`,
  }));
  const trial = { ...scene.trial, buyers };
  const { random } = trial;
  const rushed = await stockRush(trial, `rush-${round}`);
  let isOver = false;
  const load = runLoad(trial, processes.url, () => isOver);
  await sleep(random.below(LOAD_MS));
  const rush = rushShop(trial, processes.url, rushed);
  await sleep(random.below(RUSH_MS));
  const harmed = await harm({ ...scene, trial });
  const faults = [...harmed.faults, ...(await rush)];
  await sleep(random.below(LOAD_MS));
  isOver = true;
  await load;
  if (faults.length === 0) faults.push(...(await checkPages(trial, processes, watching, round)));
  return { ...harmed, faults: [...faults, ...(await audit(trial))] };
}
