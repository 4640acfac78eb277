import type { Chain } from '@portside/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../../apps/server/src/platform/context.ts';
import { checkBooks } from './check-books.ts';
import { checkDeliveries } from './check-deliveries.ts';
import { checkJournal } from './check-journal.ts';
import { readBlocks } from './final-block.ts';
import { askAgain } from '../load/load.ts';
import { withShop } from '../open-shop.ts';
import { FINAL_AFTER_MS } from '../runs/round.ts';
import type { Server } from '../server.ts';
import type { Trial } from '../trial-type.ts';

const SETTLED_WITHIN_MS = 60_000;
/** The mail job runs every second. */
const QUIET_MAIL_MS = 2_500;

/** Checks one snapshot of the database; the shop must be stopped if it is embedded. */
export const audit = (trial: Trial): Promise<string[]> =>
  withShop(trial.target, trial.keys, (ctx) => auditBooks(ctx, trial));

function auditBooks({ db }: Ctx, { journal }: Trial): Promise<string[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => [
      ...(await checkBooks(snapshot)),
      ...(await checkJournal(snapshot, journal)),
    ]);
}

/** Lets a running shop finish all pending work, stops it, and checks everything. */
export async function settle(trial: Trial): Promise<{ faults: string[]; stopMs: number }> {
  // Mails that a killed process had claimed are due again after a minute, which has passed.
  await withShop(trial.target, trial.keys, ({ db, clock }) =>
    db.updateTable('mails').set({ next_at: clock.now() }).where('state', '=', 'queued').execute(),
  );
  const [server] = await Promise.all([trial.start(), sleep(FINAL_AFTER_MS)]);
  await answerAll(trial, server);
  await followAll(trial, server);
  await mailAll(trial);
  const { code, tookMs } = await server.stop();
  const faults = await withShop(trial.target, trial.keys, async (ctx) => [
    ...(await auditBooks(ctx, trial)),
    ...(await checkDeliveries(ctx, trial.journal, trial.mail)),
  ]);
  if (code !== 0) faults.push(`the shop stopped with ${code} after ${tookMs} ms`);
  return { faults, stopMs: tookMs };
}

async function answerAll(trial: Trial, { url }: Server): Promise<void> {
  const asking = { url, journal: trial.journal };
  await until('every key is answered', async () => {
    await Promise.all(trial.buyers.map((buyer) => askAgain(trial, asking, buyer)));
    return trial.journal.countOrders('asked') === 0;
  });
}

/** Null where the shop was too busy to tell. */
type Health = { readonly data: { readonly chains: readonly Chain[] } | null };

/** No more payments are made, so the chains do not change. */
async function followAll({ chains }: Trial, { url }: Server): Promise<void> {
  const finals = await readBlocks(chains, 'finalized');
  await until('the chains are followed to their end', async () => {
    const health = (await (await fetch(`${url}/readyz`)).json()) as Health;
    if (!health.data) return false;
    return health.data.chains.every(
      ({ type, final, lag_blocks: lag }) => lag === 0 && final !== null && final >= finals[type],
    );
  });
}

/** Until all orders are mailed or no more mail arrives: an order that was purged first is not mailed. */
async function mailAll({ journal, mail }: Trial): Promise<void> {
  const isDone = (): boolean =>
    journal.ordersOf('acknowledged').every((entry) => mail.arrived.has(entry.orderNo!));
  let [count, since] = [mail.arrived.size, performance.now()];
  while (!isDone() && performance.now() - since < QUIET_MAIL_MS) {
    await sleep(100);
    if (mail.arrived.size !== count) [count, since] = [mail.arrived.size, performance.now()];
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + SETTLED_WITHIN_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`it did not come about that ${what}`);
    await sleep(100);
  }
}
