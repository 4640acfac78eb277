/**
 * Is anything lost? `node trials/run.ts kill --database postgres --rounds 20 --seed 7`; README.md tells what each trial
 * asks. Ends with 1 after a fault, with 2 if the trial could not run. A seed repeats what is done, not when.
 */
import { NETWORKS } from '@portside/contract';
import { parseArgs } from 'node:util';
import { endFile } from '../apps/server/src/testing/end-of-file.ts';
import { BUYERS, countCallsADay, HOT, OPENED } from './setup/addresses/count-calls.ts';
import { runCorpus } from './setup/corpus/run-corpus.ts';
import { runFailovers } from './setup/failover/run-failovers.ts';
import { runClockFault, runDatabaseFault } from './setup/faults/fault-database.ts';
import { runDiskFault } from './setup/faults/fault-disk.ts';
import { runMailFault } from './setup/faults/fault-mail.ts';
import { runStreamFault } from './setup/faults/fault-stream.ts';
import { endOnSignals, type FaultReport, type FaultRun } from './setup/faults/fault.ts';
import { openFuzzWorld } from './setup/fuzz/open-world.ts';
import { runFuzz } from './setup/fuzz/run-fuzz.ts';
import { DISRUPTIONS } from './setup/processes/disruptions.ts';
import { runProcesses } from './setup/processes/run-processes.ts';
import { measurePaymentTimes } from './setup/runs/payment-times.ts';
import { countPlans, titleOf, type Plan, type RoundReport } from './setup/runs/round.ts';
import { runAddresses } from './setup/runs/run-addresses.ts';
import { runAfterSales } from './setup/runs/run-after-sales.ts';
import { neverReached, runKills } from './setup/runs/run-kills.ts';
import { runPurge } from './setup/runs/run-purge.ts';
import { runRaces } from './setup/runs/run-races.ts';
import { runRestore } from './setup/runs/run-restore.ts';
import { runRotation } from './setup/runs/run-rotation.ts';
import { runSandboxKills } from './setup/runs/run-sandbox-kills.ts';
import { runStops } from './setup/runs/run-stops.ts';
import { openBooks } from './setup/simulator/open-books.ts';
import { runSeeds } from './setup/simulator/run-seed.ts';

type Options = Readonly<Record<string, string | number | boolean>>;
/** Null if the trial could not run; `summary` is printed after the faults. */
type Outcome = { readonly faults: readonly string[]; readonly summary: readonly string[] } | null;
type Trial = { readonly options: Options; run(given: Options): Promise<Outcome> };

/** A trial with the defaults of its options, whose types are those of the given ones. */
const trial = <T extends Options>(options: T, run: (given: T) => Promise<Outcome>): Trial => ({
  options,
  run: (given) => run(given as T),
});

const tell = (line: string): void => void process.stdout.write(`${line}\n`);
const seed = Date.now() % 1_000_000;
/** Calls that take longer on an idle machine are faults. */
const SLOW_MS = 2_000;
const [onEmbedded, onPostgres] = [{ database: 'embedded' }, { database: 'postgres' }];

function databaseOf(given: string): 'embedded' | 'postgres' {
  if (given !== 'embedded' && given !== 'postgres') throw new Error('--database embedded or postgres');
  return given;
}

const FAULTS: Readonly<Record<string, (run: FaultRun) => Promise<FaultReport | null>>> = {
  database: runDatabaseFault,
  mail: (run) => runMailFault(run, true),
  disk: runDiskFault,
  clock: runClockFault,
  stream: runStreamFault,
};

/** Kills whose title begins with one of these, separated by `|`; all by default. */
const wanted =
  (only: string) =>
  (plan: Plan): boolean =>
    new RegExp(`^(?:${only})`).test(titleOf(plan));

export const TRIALS: Readonly<Record<string, Trial>> = {
  kill: trial({ ...onEmbedded, rounds: 40, seed, only: '' }, async ({ only, ...given }) => {
    const database = databaseOf(given.database);
    const wants = wanted(only);
    const plans = countPlans(database === 'postgres', wants);
    if (plans === 0) throw new Error(`--only ${only}: no such point`);
    tell(`${plans} rounds try each point once`);
    const found = await runKills({ ...given, database, wants, tell });
    const backs = found.rounds.flatMap(({ databaseBackMs }) => databaseBackMs ?? []);
    const missed = found.rounds.filter(({ wasReached }) => !wasReached).map(({ plan }) => titleOf(plan));
    return {
      faults: [...found.faults, ...neverReached(found.rounds).map((point) => `${point} was never reached`)],
      summary: [
        ...describeKills(found.rounds),
        `${found.shops} shops, ${found.acknowledgedOrders} orders and ${found.transfers} transfers acknowledged, ${found.repeatedAnswers} keys asked again`,
        `${found.mails} orders mailed, ${found.mailsSentAgain} of them more than once`,
        ...(backs.length > 0
          ? [`back after a kill of the database in ${Math.round(Math.max(...backs))} ms at most`]
          : []),
        `stopped by SIGTERM in ${Math.round(found.longestStopMs)} ms at most`,
        ...(missed.length > 0 ? [`not passed in time: ${missed.join(', ')}`] : []),
      ],
    };
  }),

  sandbox: trial({ rounds: 34, seed, only: '' }, async (given) => {
    const kills = { tell, wants: wanted(given.only) };
    if (countPlans(false, kills.wants) === 0) throw new Error(`--only ${given.only}: no such point`);
    const { rounds, faults, ...counts } = await runSandboxKills(given.rounds, given.seed, kills);
    const done =
      `${counts.acknowledgedOrders} orders acknowledged, ${counts.events} events received, ` +
      `${counts.callbacks} of them by callbacks; ${counts.standing} orders of standing orders, ${counts.notices} notices`;
    return { faults, summary: [...describeKills(rounds), done] };
  }),

  stop: trial({ ...onEmbedded, rounds: 10, seed }, async (given) => {
    const { stops, faults } = await runStops({ ...given, database: databaseOf(given.database), tell });
    return { faults, summary: [`${stops.length} stops`] };
  }),

  processes: trial({ rounds: 36, processes: 3, seed, only: '' }, async ({ only, ...given }) => {
    if (!DISRUPTIONS.some((disruption) => disruption.startsWith(only)))
      throw new Error(`--only one of ${DISRUPTIONS.join(', ')}`);
    return describeRecovery(
      await runProcesses({ ...given, wants: (disruption) => disruption.startsWith(only), tell }),
    );
  }),

  failover: trial(
    { failovers: 20, valkey: 10, processes: 20, seed, async: false },
    async ({ valkey, processes, async: isAsync, ...given }) =>
      describeRecovery(
        await runFailovers({ ...given, valkeyKills: valkey, processKills: processes, isAsync, tell }),
      ),
  ),

  races: trial({ rounds: 100, buyers: 64, seed }, async (given) => {
    const { rounds, answers, faults } = await runRaces({ ...given, tell });
    return { faults, summary: [`${rounds} rounds: ${JSON.stringify(answers)}`] };
  }),

  'after-sales': trial({ ...onPostgres, seed, only: '' }, async (given) => {
    const run = { ...given, database: databaseOf(given.database), isShare: false, tell };
    const { faults, missed, kills } = await runAfterSales(run);
    return {
      faults: [...faults, ...missed.map((point) => `${point} was not reached`)],
      summary: [`${kills} kills`],
    };
  }),

  rotate: trial({ ...onEmbedded, changes: 2, kills: 6, seed }, async (given) => {
    const run = { ...given, database: databaseOf(given.database), tell };
    const { faults, deaths, rotationMs, orders } = await runRotation(run);
    return {
      faults,
      summary: [
        `${rotationMs.length} changes of key, ${deaths.length} kills, ${orders} orders acknowledged`,
        `the older key was free ${rotationMs.map((ms) => `${Math.round(ms)} ms`).join(', ')} after the last start`,
      ],
    };
  }),

  purge: trial({ ...onEmbedded, seed }, async (given) => {
    const { faults } = await runPurge({ ...given, database: databaseOf(given.database), tell });
    return { faults, summary: [] };
  }),

  restore: trial({ seconds: 30, seed }, async ({ seconds, ...given }) => {
    const { before, during, faults } = await runRestore({ ...given, loadMs: seconds * 1_000, tell });
    return { faults, summary: [`${before} orders before the backup, ${during} meanwhile`] };
  }),

  fault: trial({ of: 'database', ...onPostgres, rounds: 6, seed }, async ({ of, ...given }) => {
    const runFault = FAULTS[of];
    if (!runFault) throw new Error(`--of one of ${Object.keys(FAULTS).join(', ')}`);
    const report = await runFault({ ...given, database: databaseOf(given.database), tell });
    return report && { faults: report.faults, summary: [] };
  }),

  simulate: trial({ first: 1, seeds: 1_000, trace: false }, (given) => runSeeds({ ...given, tell })),

  corpus: trial({}, async () => {
    const found = [...(await runCorpus(tell))];
    return {
      faults: found.flatMap(([, { faults }]) => faults),
      summary: found.map(
        ([network, { attacks, nodes }]) =>
          `${network}: ${attacks} attacks on the chain, ${nodes} kinds of failing nodes`,
      ),
    };
  }),

  addresses: trial(
    { addresses: 100_000, payments: 2_000, hours: 12, network: 'BSC', seed },
    async (given) => {
      const network = NETWORKS.find((one) => one === given.network);
      if (!network) throw new Error(`--network: one of ${NETWORKS.join(', ')}`);
      const { faults, payments, toHot, kills, callsAMinute } = await runAddresses({
        ...given,
        network,
        tell,
      });
      const calls = `${callsAMinute.toFixed(1)} calls a minute and node`;
      return {
        faults,
        summary: [`${payments} payments, ${toHot} to hot addresses; ${kills} kills; ${calls}`],
      };
    },
  ),

  'quiet-calls': trial({ buyers: BUYERS, blocks: 0 }, async ({ buyers, blocks }) => {
    const { ctx, close } = await openBooks();
    tell(`${buyers} buyers, ${HOT} of them paid, ${OPENED} opened`);
    for (const network of NETWORKS) {
      const aDay = await countCallsADay(ctx, network, { buyers, ...(blocks > 0 && { mostBlocks: blocks }) });
      tell(`${network}: ${aDay} calls a day and node, ${(aDay / 1_440).toFixed(1)} a minute`);
    }
    await close();
    return { faults: [], summary: [] };
  }),

  'payment-times': trial({ payments: 20 }, async ({ payments }) => {
    await measurePaymentTimes(payments);
    return { faults: [], summary: [] };
  }),

  fuzz: trial({ seed: 1, each: 0, only: '' }, async ({ each, only, ...given }) => {
    const world = await openFuzzWorld();
    const report = await runFuzz(world, {
      ...given,
      each: each || null,
      edges: null,
      only: only || null,
      say: tell,
    });
    await world.stop();
    await endFile();
    const slow = report.slowest.filter(({ ms }) => ms > SLOW_MS);
    const statuses = [...report.statuses].toSorted(([a], [b]) => a - b);
    return {
      faults: [...report.faults, ...slow.map(({ ms, call }) => `${Math.round(ms)} ms: ${call}`)],
      summary: [
        `${report.calls} calls of ${report.operations} operations`,
        `answers: ${statuses.map(([status, count]) => `${status}: ${count}`).join(', ')}`,
        ...report.slowest.map(({ ms, call }) => `${Math.round(ms)} ms: ${call}`),
      ],
    };
  }),
};

/** At how many kinds of points a shop was killed, and how soon it was back. */
function describeKills(rounds: readonly RoundReport[]): string[] {
  const kinds = new Set(rounds.map(({ plan }) => titleOf(plan))).size;
  return [
    `${rounds.length} kills at ${kinds} kinds of points`,
    backAfter(rounds.flatMap(({ startMs }) => startMs ?? [])),
  ];
}

function backAfter(times: readonly number[]): string {
  const sorted = times.map(Math.round).toSorted((a, b) => a - b);
  return `back after ${sorted[sorted.length >> 1]} ms in the median, ${sorted.at(-1)} ms at most`;
}

type Disrupted = { readonly disruption: string; readonly backMs: number };

/** How often each disruption was done, and how long the recovery took. */
function describeRecovery({
  rounds,
  faults,
  ...counts
}: {
  readonly rounds: readonly Disrupted[];
  readonly faults: readonly string[];
}): Outcome {
  const byDisruption = [...Map.groupBy(rounds, ({ disruption }) => disruption)];
  return {
    faults,
    summary: [
      ...byDisruption.map(
        ([disruption, those]) =>
          `${those.length} × ${disruption}: ${backAfter(those.map(({ backMs }) => backMs))}`,
      ),
      `${rounds.length} rounds, ${JSON.stringify(counts)}`,
    ],
  };
}

const MOST_TOLD = 50;

/** Runs one trial with what the command line says; the exit code. */
async function main([name = '', ...args]: readonly string[]): Promise<number> {
  const chosen = TRIALS[name];
  if (!chosen) throw new Error(`one of ${Object.keys(TRIALS).join(', ')}`);
  const options = Object.entries(chosen.options);
  const { values } = parseArgs({
    args,
    options: Object.fromEntries(
      options.map(([option, value]) => [option, { type: typeof value === 'boolean' ? 'boolean' : 'string' }]),
    ),
  });
  const given = Object.fromEntries(
    options.map(([option, value]) => {
      const said = values[option] ?? value;
      return [option, typeof value === 'number' ? Number(said) : said];
    }),
  ) as Options;
  const what = `${name} ${Object.entries(given)
    .map(([option, value]) => `--${option} ${value}`)
    .join(' ')}`;
  tell(what);
  const started = performance.now();
  const outcome = await chosen.run(given);
  if (outcome === null) {
    tell('NOT TRIED: only root can mount a small disk');
    return 2;
  }
  const { faults, summary } = outcome;
  tell('');
  for (const fault of faults.slice(0, MOST_TOLD)) tell(`FAULT ${fault}`);
  for (const line of summary) tell(line);
  tell(`${faults.length} faults in ${Math.round((performance.now() - started) / 1_000)} s: ${what}`);
  return faults.length === 0 ? 0 : 1;
}

if (import.meta.main) {
  endOnSignals();
  // The test databases of some trials cannot be closed.
  process.exit(await main(process.argv.slice(2)));
}
