import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { killProcess, killValkey, type AfterDisruption, type Scene } from '../processes/disruptions.ts';
import { runDisruptions, type DisruptionsSummary } from '../processes/run-disruptions.ts';
import { createRandom } from '../random.ts';
import { acknowledged } from '../runs/round.ts';
import { startServices } from '../services.ts';
import { newFolder, type Databases } from '../target.ts';
import { startPair, type PostgresPair } from './postgres-pair.ts';

export type FailoverHarm = 'primary killed' | 'primary vanished' | 'Valkey killed' | 'process killed';

export type FailoverRun = {
  /** How often the primary dies; every third time its host vanishes. */
  readonly failovers: number;
  readonly valkeyKills: number;
  readonly processKills: number;
  readonly seed: number;
  /** For the planted fault: the standby may lack what was acknowledged. */
  readonly isAsync?: boolean;
  readonly tell?: (line: string) => void;
};

const PROCESSES = 2;
/** What the primary writes last may still be on its way to the standby. */
const LONGEST_LAG_MS = 300;
const PLANTED_LAG_MS = 1_500;
const ACKNOWLEDGED_WITHIN_MS = 60_000;

/** Two processes on a primary with its standby, which takes over again and again under load. */
export async function runFailovers(run: FailoverRun): Promise<DisruptionsSummary<FailoverHarm>> {
  const { failovers, valkeyKills, processKills, seed, isAsync = false, tell } = run;
  const pair = await startPair(!isAsync);
  const random = createRandom(seed);
  const services = await startServices(databasesOf(pair));
  const repeat = (times: number, disruption: FailoverHarm): FailoverHarm[] =>
    Array.from({ length: times }, () => disruption);
  const vanished = Math.floor(failovers / 3);
  const disruptions = random.shuffle([
    ...repeat(failovers - vanished, 'primary killed'),
    ...repeat(vanished, 'primary vanished'),
    ...repeat(valkeyKills, 'Valkey killed'),
    ...repeat(processKills, 'process killed'),
  ]);
  return runDisruptions({
    services,
    random,
    processes: PROCESSES,
    rounds: disruptions.length,
    disruptions: disruptions.values(),
    disrupt: (scene, disruption) => {
      if (disruption === 'Valkey killed') return killValkey(scene);
      if (disruption === 'process killed') return killProcess(scene);
      const lagMs = isAsync ? PLANTED_LAG_MS : random.below(LONGEST_LAG_MS);
      return failOver(scene, pair, disruption === 'primary killed' ? 'killed' : 'vanished', lagMs);
    },
    ...(isAsync && { settings: { ACCEPT_ASYNC_STANDBY: '1' } }),
    ...(tell && { tell }),
  });
}

const databasesOf = (pair: PostgresPair): Databases => ({
  fresh: async (template) =>
    newFolder(await pair.createDatabase(`trial_${randomBytes(4).toString('hex')}`, template)),
  killServer: null,
  server: null,
  stop: () => pair.stop(),
});

/** `backMs` is from the loss of the primary, which is noticed at once here, until an order is acknowledged again. */
async function failOver(
  { trial, processes }: Scene,
  pair: PostgresPair,
  how: 'killed' | 'vanished',
  lagMs: number,
): Promise<AfterDisruption> {
  pair.link.hold(true);
  await sleep(lagMs);
  const lost = performance.now();
  await pair.loosePrimary(how);
  pair.link.hold(false);
  const back = acknowledgedAgain(trial, pair);
  const faults = (await back) ? [] : ['no order was acknowledged after the standby took over'];
  const backMs = performance.now() - lost;
  await pair.rebuild();
  return { backMs, faults: [...faults, ...processes.takeUnasked()] };
}

async function acknowledgedAgain(trial: Scene['trial'], pair: PostgresPair): Promise<boolean> {
  // What the dead primary answered has arrived by then.
  await pair.promote();
  return acknowledged(trial, 1, ACKNOWLEDGED_WITHIN_MS);
}
