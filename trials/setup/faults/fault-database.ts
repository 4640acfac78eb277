import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '../checks/audit.ts';
import { isReady, runFault, underLoad, type FaultReport, type FaultRun } from './fault.ts';
import { acknowledged } from '../runs/round.ts';

const MOST_LOAD_MS = 700;
const LONGEST_DOWN_MS = 1_500;

/** The database server is stopped, gracefully or not, and restarted under a shop that keeps running. */
export const runDatabaseFault = (run: FaultRun): Promise<FaultReport> =>
  runFault(run, async ({ trial, server, tell }) => {
    const postgres = trial.databases.server;
    if (postgres === null) throw new Error('only PostgreSQL can be restarted under a running shop');
    for (let round = 1; round <= run.rounds; round += 1) {
      const mode = round % 2 === 1 ? 'fast' : 'immediate';
      const faults: string[] = [];
      await underLoad(trial, server, async () => {
        await sleep(200 + trial.random.below(MOST_LOAD_MS));
        await postgres.stop(mode);
        if (await isReady(server.url)) faults.push('the shop calls itself ready without a database');
        await sleep(trial.random.below(LONGEST_DOWN_MS));
        const unanswered = trial.journal.countOrders('asked');
        const started = performance.now();
        await postgres.start();
        const isBack = await acknowledged(trial, 1);
        const backMs = Math.round(performance.now() - started);
        tell(`${mode} restart: ${unanswered} orders without an answer, orders again after ${backMs} ms`);
        if (!isBack) faults.push(`no order for ${backMs} ms after a ${mode} restart`);
      });
      if (server.hasEnded()) faults.push('the shop ended when its database did');
      faults.push(...(await audit(trial)));
      if (faults.length > 0) return faults;
    }
    return [];
  });
