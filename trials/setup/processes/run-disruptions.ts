import { setTimeout as sleep } from 'node:timers/promises';
import { launchValkey } from '../../../apps/server/src/testing/valkey.ts';
import { audit, settle } from '../checks/audit.ts';
import { checkPages, openPages } from '../checks/check-pages.ts';
import { runLoad } from '../load/load.ts';
import type { Random } from '../random.ts';
import { runOrderBurst, stockOrderBurst } from '../runs/order-burst.ts';
import type { Services } from '../services.ts';
import { createTrial } from '../trial.ts';
import type { AfterDisruption, Scene } from './disruptions.ts';
import { keepRunning } from './keep-running.ts';

type DisruptionsRun<Disruption extends string> = {
  readonly services: Services;
  readonly random: Random;
  /** How many processes the shop has. */
  readonly processes: number;
  readonly rounds: number;
  readonly disruptions: Iterator<Disruption>;
  readonly disrupt: (scene: Scene, disruption: Disruption) => Promise<AfterDisruption>;
  /** Added to the environment of every process. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called after each round. */
  readonly tell?: (line: string) => void;
};

export type DisruptionsSummary<Disruption extends string> = {
  readonly rounds: readonly (AfterDisruption & { readonly disruption: Disruption })[];
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

/** Disrupts a shop of several processes under load until the first round with a fault. Stops the services, too. */
export async function runDisruptions<Disruption extends string>(
  run: DisruptionsRun<Disruption>,
): Promise<DisruptionsSummary<Disruption>> {
  const { services, random, rounds, disruptions, disrupt, tell = () => undefined } = run;
  const valkey = await launchValkey();
  const done: (AfterDisruption & { readonly disruption: Disruption })[] = [];
  const faults: string[] = [];
  let [shops, cuts, acknowledgedOrders, transfers] = [0, 0, 0, 0];
  try {
    while (done.length < rounds && faults.length === 0) {
      const settings = { VALKEY_URL: valkey.url, ...run.settings };
      const { trial, server } = await createTrial(services, random.below(2 ** 32), settings);
      await server.stop();
      const processes = await keepRunning(trial, run.processes);
      const watching = openPages(trial.buyers, processes.url);
      const scene: Scene = { trial, processes, valkey, watching };
      const last = Math.min(rounds, done.length + ROUNDS_A_SHOP);
      while (done.length < last && faults.length === 0) {
        const disruption = disruptions.next().value as Disruption;
        const harmed = await runRound(scene, (shaken) => disrupt(shaken, disruption), done.length + 1);
        done.push({ ...harmed, disruption });
        faults.push(...harmed.faults);
        const acknowledged = trial.journal.countOrders('acknowledged');
        const back = `back after ${Math.round(harmed.backMs)} ms`;
        tell(`${String(done.length).padStart(4)}  ${disruption}  ${back}  ${acknowledged} acknowledged`);
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
    await services.stop();
    await valkey.kill();
  }
}

async function runRound(
  scene: Scene,
  disruption: (scene: Scene) => Promise<AfterDisruption>,
  round: number,
): Promise<AfterDisruption> {
  const { processes, watching } = scene;
  // Its own addresses each round: rate limits per address are not the subject.
  const buyers = scene.trial.buyers.map((buyer, index) => ({
    ...buyer,
    address: `10.${round % 90}.${index}.2`,
  }));
  const trial = { ...scene.trial, buyers };
  const { random } = trial;
  const rushed = await stockOrderBurst(trial, `rush-${round}`);
  let isOver = false;
  const load = runLoad(trial, processes.url, () => isOver);
  await sleep(random.below(LOAD_MS));
  const rush = runOrderBurst(trial, processes.url, rushed);
  await sleep(random.below(RUSH_MS));
  const harmed = await disruption({ ...scene, trial });
  const faults = [...harmed.faults, ...(await rush)];
  await sleep(random.below(LOAD_MS));
  isOver = true;
  await load;
  if (faults.length === 0) faults.push(...(await checkPages(trial, processes, watching, round)));
  return { ...harmed, faults: [...faults, ...(await audit(trial))] };
}
