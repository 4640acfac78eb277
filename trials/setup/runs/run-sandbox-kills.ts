import { checkBooks } from '../checks/check-books.ts';
import { checkJournal } from '../checks/check-journal.ts';
import { withShop } from '../open-shop.ts';
import { makePlans, titleOf } from './plans.ts';
import { createRandom } from '../random.ts';
import { runRound, type RoundReport } from './round.ts';
import { createSandboxTrial } from './sandbox-trial.ts';

type SandboxKills = {
  readonly rounds: readonly RoundReport[];
  readonly faults: readonly string[];
  readonly acknowledgedOrders: number;
};

/**
 * Kills a sandbox as `runKills` kills a shop. Its chains die too, so a payment is known to be sent
 * only if it was answered.
 */
export async function runSandboxKills(
  rounds: number,
  seed: number,
  tell: (line: string) => void,
): Promise<SandboxKills> {
  const { trial, server } = await createSandboxTrial(seed);
  await server.kill();
  const plans = makePlans(createRandom(seed), false);
  const reports: RoundReport[] = [];
  const faults: string[] = [];
  try {
    while (reports.length < rounds && faults.length === 0) {
      const report = await runRound(trial, plans.next().value);
      reports.push(report);
      const found = await withShop(trial.target, trial.keys, async ({ db }) => [
        ...(await checkBooks(db)),
        ...(await checkJournal(db, trial.journal)),
      ]);
      faults.push(...found.filter((fault) => !/^deposit .* was never sent$/.test(fault)));
      const up = report.startMs === null ? 'died while starting' : `up in ${Math.round(report.startMs)} ms`;
      const missed = report.wasReached ? '' : '  NOT REACHED';
      tell(
        `${reports.length}  ${titleOf(report.plan)}  ${up}  ${trial.journal.countOrders('acknowledged')} acknowledged${missed}`,
      );
    }
    if (faults.length === 0) trial.target.remove();
    else tell(`the data folder is kept: ${trial.target.dataDir}`);
    return { rounds: reports, faults, acknowledgedOrders: trial.journal.countOrders('acknowledged') };
  } finally {
    await trial.mail.stop();
  }
}
