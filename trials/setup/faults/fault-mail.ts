import { setTimeout as sleep } from 'node:timers/promises';
import { runFault, underLoad, type FaultReport, type FaultRun } from './fault.ts';
import { withShop } from '../open-shop.ts';
import type { Server } from '../server.ts';
import type { Trial } from '../trial-type.ts';

const LOAD_MS = 1_200;
/** The clock at each start of the shop: just after the retry delays of 1, 2, 4, 8 … minutes. */
const TRIED_AT_MINUTES = [2, 5, 10, 19, 36];
const BACK_AT_MINUTES = 70;
const MINUTE_MS = 60_000;
const WORKED_OFF_WITHIN_MS = 60_000;
/** Enough for the mail job to try most of what is due. */
const TRYING_MS = 1_500;
/** Longer than the shop's timeout for a silent mail server. */
const SILENT_MS = 24_000;

/**
 * The mail server is away for an hour of the shop's clock, tried at `rounds` moments, at most five: it refuses
 * connections and, `withSilence`, accepts mails without answering. Orders continue; once it is back, each is mailed
 * once.
 */
export const runMailFault = (run: FaultRun, withSilence: boolean): Promise<FaultReport> =>
  runFault(run, async ({ trial, server, tell }) => {
    const { mail, journal } = trial;
    await mail.setDown(true);
    // Mails of earlier shops on the same mail server.
    const before = mail.arrived.size;
    await underLoad(trial, server, () => sleep(LOAD_MS));
    await server.stop();
    const tried = trial.random.shuffle(TRIED_AT_MINUTES).slice(0, run.rounds);
    for (const minutes of tried.toSorted((a, b) => a - b)) {
      const later = await startAt(trial, minutes);
      await underLoad(trial, later, () => sleep(LOAD_MS / 2));
      await sleep(TRYING_MS);
      await later.stop();
    }
    if (withSilence) {
      await mail.setDown(false);
      mail.hold(true);
      const later = await startAt(trial, TRIED_AT_MINUTES.at(-1)! + 20);
      await sleep(SILENT_MS);
      await later.stop();
      mail.hold(false);
    }
    const faults = mail.arrived.size === before ? [] : ['a mail arrived at a server that was away'];
    const waiting = await countQueued(trial);
    await mail.setDown(false);
    const back = await startAt(trial, BACK_AT_MINUTES);
    const started = performance.now();
    const isDone = (): boolean =>
      journal.ordersOf('acknowledged').every(({ orderNo }) => mail.arrived.has(orderNo!));
    while (!isDone() && performance.now() - started < WORKED_OFF_WITHIN_MS) await sleep(100);
    const seconds = (performance.now() - started) / 1_000;
    tell(
      `${waiting} mails waited, worked off in ${seconds.toFixed(1)} s (${Math.round(waiting / seconds)} a second)`,
    );
    await back.stop();
    for (const { orderNo } of journal.ordersOf('acknowledged')) {
      const copies = mail.arrived.get(orderNo!)?.length ?? 0;
      if (copies !== 1) faults.push(`order ${orderNo} was mailed ${copies} times`);
    }
    return faults;
  });

const startAt = (trial: Trial, minutes: number): Promise<Server> =>
  trial.start(undefined, { CLOCK_OFFSET_MS: String(minutes * MINUTE_MS) });

/** The embedded database can only be checked while the shop is stopped. */
const countQueued = ({ target, keys }: Trial): Promise<number> =>
  withShop(target, keys, async ({ db }) => {
    const queued = await db.selectFrom('mails').select('id').where('state', '=', 'queued').execute();
    return queued.length;
  });
