import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { whyNoHosts } from '../../../bench/setup/namespace-hosts.ts';
import { killProcess, killValkey, type AfterDisruption, type Scene } from '../processes/disruptions.ts';
import { runDisruptions, type DisruptionsSummary } from '../processes/run-disruptions.ts';
import { createRandom } from '../random.ts';
import { acknowledged } from '../runs/round.ts';
import { startServices } from '../services.ts';
import { newFolder, type Databases } from '../target.ts';
import type { Loss } from './lost-node.ts';
import { startPair, type PostgresPair } from './postgres-pair.ts';

type FailoverHarm = `primary ${Loss}` | 'Valkey killed' | 'process killed';

type FailoverRun = {
  /** How often the primary is lost; every third time its host vanishes. */
  readonly failovers: number;
  readonly valkeyKills: number;
  readonly processKills: number;
  readonly seed: number;
  /** A planted fault: the standby may lack what was acknowledged. */
  readonly isAsync?: boolean;
  readonly tell?: (line: string) => void;
};

type FailoverSummary = DisruptionsSummary<FailoverHarm> & {
  /** How hosts vanished. */
  readonly vanishing: Vanishing;
  /** Commits still waiting on primaries without a network when the standby had taken over. */
  readonly heldCommits: number;
};
type Vanishing = Exclude<Loss, 'killed'>;

const PROCESSES = 2;
/** The primary's last writes may still be in transit. */
const LONGEST_LAG_MS = 300;
const PLANTED_LAG_MS = 1_500;
const WAITING_WITHIN_MS = 10_000;
const ACKNOWLEDGED_WITHIN_MS = 60_000;

/** Runs two processes on a primary with a standby, which takes over again and again under load. */
export async function runFailovers(run: FailoverRun): Promise<FailoverSummary> {
  const { seed, isAsync = false, tell = () => undefined } = run;
  const whyNot = whyNoHosts();
  const vanishing = whyNot === null ? 'network stopped' : 'processes suspended';
  tell(
    whyNot === null
      ? 'Hosts vanish by their network: each PostgreSQL server runs in a network namespace of its own.'
      : `Hosts vanish by suspended processes, because there are no network namespaces: ${whyNot}.`,
  );
  const pair = await startPair(!isAsync, whyNot === null);
  const random = createRandom(seed);
  const services = await startServices(databasesOf(pair));
  const disruptions = random.shuffle(listHarms(run, vanishing));
  let heldCommits = 0;
  const summary = await runDisruptions({
    services,
    random,
    processes: PROCESSES,
    rounds: disruptions.length,
    disruptions: disruptions.values(),
    disrupt: async (scene, disruption) => {
      if (disruption === 'Valkey killed') return killValkey(scene);
      if (disruption === 'process killed') return killProcess(scene);
      const lagMs = isAsync ? PLANTED_LAG_MS : random.below(LONGEST_LAG_MS);
      const how = disruption.slice('primary '.length) as Loss;
      const after = await failOver(scene, pair, { how, lagMs, isAsync });
      heldCommits += after.heldCommits;
      return after;
    },
    // Nobody else reads what goes to the servers' hosts.
    settings: { ACCEPT_PLAIN_DATABASE: '1', ...(isAsync && { ACCEPT_ASYNC_STANDBY: '1' }) },
    tell,
  });
  return { ...summary, vanishing, heldCommits };
}

function listHarms(run: FailoverRun, vanishing: Vanishing): FailoverHarm[] {
  const repeat = (times: number, harm: FailoverHarm): FailoverHarm[] =>
    Array.from({ length: times }, () => harm);
  const vanished = Math.round(run.failovers / 3);
  return [
    ...repeat(run.failovers - vanished, 'primary killed'),
    ...repeat(vanished, `primary ${vanishing}`),
    ...repeat(run.valkeyKills, 'Valkey killed'),
    ...repeat(run.processKills, 'process killed'),
  ];
}

const databasesOf = (pair: PostgresPair): Databases => ({
  fresh: async (template) =>
    newFolder(await pair.createDatabase(`trial_${randomBytes(4).toString('hex')}`, template)),
  killServer: null,
  server: null,
  stop: () => pair.stop(),
});

type Failover = { readonly how: Loss; readonly lagMs: number; readonly isAsync: boolean };

/** `backMs` is from the loss of the primary, which is noticed at once here, until an order is acknowledged again. */
async function failOver(
  { trial, processes }: Scene,
  pair: PostgresPair,
  { how, lagMs, isAsync }: Failover,
): Promise<AfterDisruption & { readonly heldCommits: number }> {
  const isNetwork = how === 'network stopped';
  const faults: string[] = [];
  pair.link.hold(true);
  await sleep(lagMs);
  // A server without a network would keep them and their connections for ever.
  if (isNetwork && !isAsync && !(await hasWaiting(pair))) faults.push('no commit waited for the standby');
  const lost = performance.now();
  await pair.losePrimary(how);
  pair.link.hold(false);
  const isBack = await acknowledgedAgain(trial, pair);
  const backMs = performance.now() - lost;
  if (!isBack) faults.push('no order was acknowledged after the standby took over');
  const isolated = isNetwork ? await pair.askIsolated() : null;
  if (isolated?.isPrimary === false) faults.push('the primary without a network noticed the failover');
  await pair.rebuild();
  const heldCommits = isolated?.waiting ?? 0;
  return { backMs, heldCommits, faults: [...faults, ...processes.takeUnasked()] };
}

async function hasWaiting(pair: PostgresPair): Promise<boolean> {
  const deadline = performance.now() + WAITING_WITHIN_MS;
  while ((await pair.countWaiting()) === 0) {
    if (performance.now() > deadline) return false;
    await sleep(50);
  }
  return true;
}

async function acknowledgedAgain(trial: Scene['trial'], pair: PostgresPair): Promise<boolean> {
  // The dead primary's answers have arrived by then.
  await pair.promote();
  return acknowledged(trial, 1, ACKNOWLEDGED_WITHIN_MS);
}
