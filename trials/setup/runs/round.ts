import { setTimeout as sleep } from 'node:timers/promises';
import { pay } from '../load/ask.ts';
import { OWN_NETWORK } from '../load/new-recharge.ts';
import { runLoad } from '../load/load.ts';
import { withShop } from '../open-shop.ts';
import type { Plan } from './plans.ts';
import { importTwice } from './run-import.ts';
import type { Server } from '../server.ts';
import type { Trial } from '../trial-type.ts';

export type RoundReport = {
  readonly plan: Plan;
  /** From the start of the process to its first answer; null if it died before. */
  readonly startMs: number | null;
  /** After a kill of the database: until the running shop acknowledged an order again. */
  readonly databaseBackMs: number | null;
  /** False where the named point was not passed in time, and the process was killed from outside. */
  readonly wasReached: boolean;
};

/** Blocks of 150 ms until a transfer is final on the slower chain, and a little more. */
export const FINAL_AFTER_MS = 1_500;
const REACHED_WITHIN_MS = 10_000;
/** Without an order for so long the shop hangs. */
const ACKNOWLEDGED_WITHIN_MS = 60_000;
const PURGED = 5;

/** Starts the shop, loads it and kills it as planned. */
export async function runRound(trial: Trial, plan: Plan): Promise<RoundReport> {
  const crashAt = 'point' in plan ? `${plan.point}#${plan.passing}` : undefined;
  let wasReached = true;
  if (plan.kind === 'import' && trial.target.kind === 'embedded')
    wasReached = await importTwice(trial, crashAt!);
  if (plan.kind === 'point') await prepare(trial, plan.point);

  const server = await trial.start(plan.kind === 'point' ? crashAt : undefined);
  let isOver = false;
  const load = runLoad(trial, server.url, () => isOver || server.hasEnded());
  let databaseBackMs: number | null = null;
  try {
    if (plan.kind === 'point') wasReached = await diesWithin(server, REACHED_WITHIN_MS);
    if (plan.kind === 'import' && trial.target.kind === 'postgres')
      wasReached = await importTwice(trial, crashAt!);
    if (plan.kind === 'random') await sleep(plan.afterMs);
    if (plan.kind === 'answer') wasReached = await acknowledged(trial, plan.orders);
    if (plan.kind === 'database') {
      await sleep(plan.afterMs);
      databaseBackMs = await killDatabase(trial);
      wasReached = databaseBackMs !== null;
    }
  } finally {
    isOver = true;
    await server.kill();
    await load;
  }
  return { plan, startMs: server.startMs, databaseBackMs, wasReached };
}

/** Creates work for points that are passed only then. */
async function prepare(trial: Trial, point: string): Promise<void> {
  const isOwn = point.startsWith('own deposit:');
  if (isOwn || point.startsWith('deposit:')) {
    const known = [...trial.journal.recharges.values()].filter(
      ({ state, network }) => state === 'acknowledged' && (network === OWN_NETWORK) === isOwn,
    );
    for (const entry of trial.random.shuffle(known).slice(0, 3))
      await pay(trial.chains, trial.journal, entry);
    await sleep(FINAL_AFTER_MS);
  }
  if (point.startsWith('purge:')) {
    await withShop(trial.target, trial.keys, async ({ db, clock }) => {
      const old = await db
        .selectFrom('orders')
        .select('id')
        .where('accounts_deleted_at', 'is', null)
        .orderBy('id')
        .limit(PURGED)
        .execute();
      const ids = old.map(({ id }) => id);
      if (ids.length === 0) return;
      const due = { accounts_delete_at: clock.now() };
      await db.updateTable('orders').set(due).where('id', 'in', ids).execute();
    });
  }
}

/** Whether it died without being killed from outside. */
async function diesWithin(server: Server, limitMs: number): Promise<boolean> {
  const timer = new AbortController();
  const limit = sleep(limitMs, false, { signal: timer.signal }).catch(() => false);
  const died = await Promise.race([server.ended.then(() => true), limit]);
  timer.abort();
  return died;
}

/** When so many orders have been acknowledged from now on; or after a while, whatever happens. Whether they were. */
export async function acknowledged(
  { journal }: Pick<Trial, 'journal'>,
  orders: number,
  withinMs = ACKNOWLEDGED_WITHIN_MS,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = orders;
  journal.onAcknowledged = () => {
    left -= 1;
    if (left === 0) resolve();
  };
  await Promise.race([promise, sleep(withinMs, undefined, { ref: false })]);
  journal.onAcknowledged = () => undefined;
  return left <= 0;
}

/** How long it took until orders were acknowledged again; null where none was. */
async function killDatabase(trial: Trial): Promise<number | null> {
  const killed = performance.now();
  await trial.databases.killServer!();
  if (!(await acknowledged(trial, 1))) return null;
  const backMs = performance.now() - killed;
  await sleep(trial.random.below(500));
  return backMs;
}
