import { audit, settle } from '../checks/audit.ts';
import { runLoad } from '../load/load.ts';
import { makePlans, titleOf, type Plan, runRound, type RoundReport } from './round.ts';
import { createRandom } from '../random.ts';
import { startServices } from '../services.ts';
import type { DatabaseKind } from '../target.ts';
import { createTrial } from '../trial.ts';
import type { Trial } from '../trial-type.ts';

type KillRun = {
  readonly database: DatabaseKind;
  readonly rounds: number;
  readonly seed: number;
  /** Which of the plans to take; all if absent. */
  readonly wants?: (plan: Plan) => boolean;
  /** Called after each round. */
  readonly tell?: (line: string) => void;
};

type KillSummary = {
  readonly rounds: readonly RoundReport[];
  readonly faults: readonly string[];
  readonly shops: number;
  readonly acknowledgedOrders: number;
  /** Answers to keys that were answered before. */
  readonly repeatedAnswers: number;
  readonly transfers: number;
  readonly mails: number;
  readonly mailsSentAgain: number;
  readonly longestStopMs: number;
};

/** A shop's books grow with each round, and so does the time to check them. */
const ROUNDS_A_SHOP = 24;
const FIRST_LOAD_MS = 400;
/** Checking the embedded database requires starting it. */
const AUDIT_EVERY: Record<DatabaseKind, number> = { postgres: 1, embedded: 4 };

/** Crash points that were planned and never reached, each once: they remain untested. */
export function neverReached(rounds: readonly Pick<RoundReport, 'plan' | 'wasReached'>[]): string[] {
  const reached = new Set(rounds.filter((round) => round.wasReached).map(({ plan }) => titleOf(plan)));
  return [...new Set(rounds.map(({ plan }) => titleOf(plan)))].filter((title) => !reached.has(title));
}

/** Kills a shop repeatedly as the seed decides, until the first fault. */
export async function runKills({
  database,
  rounds,
  seed,
  wants = () => true,
  tell = () => undefined,
}: KillRun): Promise<KillSummary> {
  const services = await startServices(database);
  const random = createRandom(seed);
  const plans = makePlans(random, database === 'postgres').filter(wants);
  const reports: RoundReport[] = [];
  const faults: string[] = [];
  const totals = { shops: 0, acknowledgedOrders: 0, repeatedAnswers: 0, transfers: 0, longestStopMs: 0 };
  try {
    while (reports.length < rounds && faults.length === 0) {
      const { trial, server } = await createTrial(services, random.below(2 ** 32));
      // Some kills need earlier orders.
      const opened = performance.now();
      await runLoad(trial, server.url, () => performance.now() - opened > FIRST_LOAD_MS);
      await server.kill();
      const last = Math.min(rounds, reports.length + ROUNDS_A_SHOP);
      while (reports.length < last && faults.length === 0) {
        const report = await runRound(trial, plans.next().value!);
        reports.push(report);
        if (reports.length % AUDIT_EVERY[database] === 0) faults.push(...(await audit(trial)));
        tell(lineOf(reports.length, report, trial));
      }
      if (faults.length === 0) {
        const { faults: found, stopMs } = await settle(trial);
        faults.push(...found);
        totals.longestStopMs = Math.max(totals.longestStopMs, stopMs);
      }
      totals.shops += 1;
      totals.acknowledgedOrders += trial.journal.countOrders('acknowledged');
      totals.repeatedAnswers += trial.journal.repeats;
      totals.transfers += trial.journal.transfers.length;
      if (faults.length === 0) trial.target.remove();
      else tell(`the data folder is kept: ${trial.target.dataDir}`);
    }
    const mails = [...services.mail.arrived.values()];
    const mailsSentAgain = mails.filter((copies) => copies.length > 1).length;
    return { ...totals, rounds: reports, faults, mails: mails.length, mailsSentAgain };
  } finally {
    await services.stop();
  }
}

function lineOf(
  number: number,
  { plan, startMs, databaseBackMs, wasReached }: RoundReport,
  trial: Trial,
): string {
  const detail = 'passing' in plan ? `#${plan.passing}` : JSON.stringify(plan);
  return [
    String(number).padStart(4),
    titleOf(plan),
    detail,
    startMs === null ? 'died while starting' : `up in ${Math.round(startMs)} ms`,
    databaseBackMs === null ? '' : `database back in ${Math.round(databaseBackMs)} ms`,
    wasReached ? '' : 'NOT REACHED',
    `${trial.journal.countOrders('acknowledged')} acknowledged, ${trial.journal.countOrders('asked')} open`,
  ]
    .filter((part) => part !== '')
    .join('  ');
}
