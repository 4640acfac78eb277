import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '../checks/audit.ts';
import { isReady, runFault, underLoad, type FaultReport, type FaultRun } from './fault.ts';
import { acknowledged } from '../runs/round.ts';

const MOST_LOAD_MS = 700;
const LONGEST_DOWN_MS = 1_500;

/** Stops the database server, gracefully or not, and restarts it under a running shop. */
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

const HOUR_MS = 3_600_000;

const LOAD_MS = 1_500;

/** An hour ahead, correct, an hour behind, then two hours at once in each direction. */
const OFFSETS = [HOUR_MS, 0, -HOUR_MS, HOUR_MS, -HOUR_MS, 0];

/** Makes the shop's clock jump between its starts, while those of the chains and the database are correct. */
export const runClockFault = (run: FaultRun): Promise<FaultReport> =>
  runFault(run, async ({ trial, server, tell }) => {
    await underLoad(trial, server, () => sleep(LOAD_MS));
    await server.stop();
    for (let round = 0; round < run.rounds; round += 1) {
      const offset = OFFSETS[round % OFFSETS.length]!;
      const before = {
        orders: trial.journal.countOrders('acknowledged'),
        topUps: countTopUps(trial.journal.recharges),
      };
      const wrong = await trial.start(undefined, { CLOCK_OFFSET_MS: String(offset) });
      await underLoad(trial, wrong, () => sleep(LOAD_MS));
      const { code } = await wrong.stop();
      const orders = trial.journal.countOrders('acknowledged') - before.orders;
      const topUps = countTopUps(trial.journal.recharges) - before.topUps;
      tell(`clock ${offset / HOUR_MS} h off: ${orders} orders and ${topUps} top-ups acknowledged`);
      const faults = await audit(trial);
      if (orders === 0) faults.push('no order is taken while the clock is off');
      if (code !== 0) faults.push(`the shop ended with ${code}`);
      if (faults.length > 0) return faults;
    }
    return [];
  });

const countTopUps = (recharges: ReadonlyMap<string, { readonly state: string }>): number =>
  [...recharges.values()].filter(({ state }) => state === 'acknowledged').length;
