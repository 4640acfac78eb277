import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { pay } from '../load/call.ts';
import { OWN_NETWORK } from '../load/new-recharge.ts';
import { runLoad } from '../load/load.ts';
import { withShop, type Keys } from '../open-shop.ts';
import type { Server } from '../server.ts';
import type { Trial } from '../trial-type.ts';
import { CRASH_POINTS, type CrashPoint } from '../../../apps/server/src/platform/crash-point.ts';
import { idArray } from '../../../apps/server/src/platform/db/arrays.ts';
import type { Db } from '../../../apps/server/src/platform/db/db.ts';
import { createRandom, type Random } from '../random.ts';
import { join } from 'node:path';
import type { ImportEntry } from '../load/journal.ts';
import { ALIKE } from '../seed-shop.ts';
import { runScript } from '../run-script.ts';
import type { Target } from '../target.ts';

export type RoundReport = {
  readonly plan: Plan;
  /** From the start of the process to its first answer; null if it died before. */
  readonly startMs: number | null;
  /** After a kill of the database: until the running shop acknowledged an order again. */
  readonly databaseBackMs: number | null;
  /** False if the named point was not passed in time and the process was killed from outside. */
  readonly wasReached: boolean;
};

/** 150 ms blocks until a transfer is final on the slower chain, and a little more. */
export const FINAL_AFTER_MS = 1_500;
const REACHED_WITHIN_MS = 10_000;
/** A shop without an order for so long hangs. */
const ACKNOWLEDGED_WITHIN_MS = 60_000;
const PURGED = 5;

/** Starts the shop, loads it and kills it as planned. */
export async function runRound(trial: Trial, plan: Plan): Promise<RoundReport> {
  const crashAt = 'point' in plan ? `${plan.point}#${plan.passing}` : undefined;
  let wasReached = true;
  if (plan.kind === 'import' && trial.target.kind === 'embedded')
    wasReached = await importTwice(trial, crashAt!);
  if (plan.kind === 'point') await prepare(trial, plan.point);
  // Wherever it is killed then, something is being sent, bought and told.
  if (plan.kind === 'random') await prepare(trial, 'random');

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
  const isAnywhere = point === 'random';
  if (isAnywhere || point.startsWith('webhook:'))
    await withShop(trial.target, trial.keys, ({ db, clock }) => makeWebhooksDue(db, clock.now()));
  if (isAnywhere || /^(standing|restock|price):/.test(point))
    await withShop(trial.target, trial.keys, ({ db, clock }) => makeBuyersWait(db, clock.now(), trial));
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

const WAITING = 8;

/** Buyers wait for what is in stock; those that a killed process had claimed have waited for their minute. */
async function makeBuyersWait(db: Db, now: Date, { buyers, goods }: Trial): Promise<void> {
  const users = idArray(buyers.slice(0, WAITING).map(({ userId }) => BigInt(userId)));
  await sql`
    update standing_orders set try_at = ${now}, placing_since = placing_since - interval '2 minutes'`.execute(
    db,
  );
  await sql`
    insert into standing_orders (user_id, goods_id, gender, quantity, most_micro, idempotency_key, created_at, try_at,
      ends_at)
    select id, ${goods[0]}::bigint, 'random', 1 + id % 3, 1000000, gen_random_uuid()::text, ${now}, ${now},
      ${now}::timestamptz + interval '1 day'
    from unnest(${users}::bigint[]) as users (id) on conflict do nothing`.execute(db);
  await sql`
    insert into restock_requests (user_id, goods_id, asked_at, confirmed_at)
    select id, ${goods[0]}::bigint, ${now}, ${now} from unnest(${users}::bigint[]) as users (id)
    on conflict do nothing`.execute(db);
  // Lower each time, so that whoever ordered it is told again; once.
  await sql`
    with fallen as (
      update goods set price_micro = greatest(price_micro - 1, 1) where id = ${goods[0]}::bigint
      returning id, price_micro + 1 as before, min_quantity)
    insert into price_falls (goods_id, offer, fell_at)
    select id, jsonb_build_object('price', (before / 1000000.0)::numeric(20, 6)::text, 'price_tiers', '[]'::jsonb,
      'promotions', '[]'::jsonb, 'min_quantity', min_quantity), ${now} from fallen`.execute(db);
}

/** What was leased to a killed process, waits for its next attempt or for a receiver to come back, is due now; how many. */
export async function makeWebhooksDue(db: Db, now: Date): Promise<number> {
  await db.updateTable('webhooks').set({ failures: 0, paused_until: null }).execute();
  const waiting = await db
    .updateTable('webhook_deliveries')
    .set({ next_at: now })
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return Number(waiting.numUpdatedRows);
}

/** Whether it died without being killed from outside. */
async function diesWithin(server: Server, limitMs: number): Promise<boolean> {
  const timer = new AbortController();
  const limit = sleep(limitMs, false, { signal: timer.signal }).catch(() => false);
  const died = await Promise.race([server.ended.then(() => true), limit]);
  timer.abort();
  return died;
}

/** Resolves once so many more orders are acknowledged, or after a while; whether they were. */
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

/** How long until orders were acknowledged again; null if none was. */
async function killDatabase(trial: Trial): Promise<number | null> {
  const killed = performance.now();
  await trial.databases.killServer!();
  if (!(await acknowledged(trial, 1))) return null;
  const backMs = performance.now() - killed;
  await sleep(trial.random.below(500));
  return backMs;
}

/** How a round ends. */
export type Plan =
  | { readonly kind: 'point'; readonly point: CrashPoint; readonly passing: number }
  | { readonly kind: 'import'; readonly point: CrashPoint; readonly passing: number }
  /** From outside, after so many milliseconds of load. */
  | { readonly kind: 'random'; readonly afterMs: number }
  /** From outside, the moment the n-th order of the round is acknowledged. */
  | { readonly kind: 'answer'; readonly orders: number }
  /** All processes of the PostgreSQL server, under the running shop. */
  | { readonly kind: 'database'; readonly afterMs: number };

/** Points that are passed often under load are skipped a few times first. */
const MOST_PASSINGS: readonly (readonly [prefix: string, passings: number])[] = [
  ['order: before answer', 60],
  ['order:', 25],
  ['mail:', 12],
  ['recharge:', 2],
  ['webhook:', 4],
  ['standing: recorded', 3],
  ['import: batch opened', 1],
  ['import:', 2],
  ['held:', 2],
];

/** Passed only by key rotation, after-sales and paybacks, which have trials of their own. */
const ELSEWHERE = /^(rotation|claim|replacement|refund|payout [a-z]+|telegram):/;

export const titleOf = (plan: Plan): string =>
  plan.kind === 'point' || plan.kind === 'import' ? plan.point : `${plan.kind} kill`;

/** One plan per crash point and the other kills: this many rounds try each at least once. */
export function countPlans(hasServer: boolean, wants: (plan: Plan) => boolean): number {
  return cycleOf(createRandom(0), hasServer).filter(wants).length;
}

/** Every kind of kill once, in shuffled cycles, for the given number of rounds. */
export function* makePlans(random: Random, hasServer: boolean): Generator<Plan, never> {
  while (true) yield* cycleOf(random, hasServer);
}

function cycleOf(random: Random, hasServer: boolean): Plan[] {
  const plans: Plan[] = CRASH_POINTS.filter((point) => !ELSEWHERE.test(point)).map((point) => {
    const most = MOST_PASSINGS.find(([prefix]) => point.startsWith(prefix))?.[1] ?? 1;
    const kind = /^(import|held):/.test(point) ? 'import' : 'point';
    return { kind, point, passing: 1 + random.below(most) };
  });
  for (let count = 0; count < 4; count += 1) plans.push({ kind: 'random', afterMs: random.below(1_200) });
  plans.push({ kind: 'answer', orders: 1 + random.below(60) });
  if (hasServer) {
    plans.push({ kind: 'database', afterMs: random.below(700) });
    plans.push({ kind: 'database', afterMs: random.below(700) });
  }
  return random.shuffle(plans);
}

const SCRIPT = join(import.meta.dirname, 'import-process.ts');

/** More than one step of an import, so that a kill between two occurs. */
const LINES = 6_000;

/**
 * Imports new lines and sells the held ones in a process that kills itself at that point, then does so with the same
 * file again, as an operator without a report would. Returns whether the process was killed.
 */
async function importTwice(trial: Trial, crashAt: string): Promise<boolean> {
  const tag = `${ALIKE}${trial.journal.imports.length}`;
  const entry: ImportEntry = { tag, lines: LINES, isAcknowledged: false };
  trial.journal.imports.push(entry);
  const order = { goodsId: trial.random.pick(trial.goods.slice(0, 2)), tag, lines: LINES };
  const first = await runImport(trial, { ...order, crashAt });
  const second = await runImport(trial, { ...order, crashAt: null });
  if (second === null || second.added + second.duplicates !== LINES)
    trial.journal.contradictions.push(`import ${tag} reports ${JSON.stringify(second)}`);
  else entry.isAcknowledged = true;
  return first === null;
}

type Report = { readonly added: number; readonly duplicates: number };

/** Null if the process was killed. */
async function runImport(
  { target, keys }: Trial,
  order: Pick<ImportOrder, 'goodsId' | 'tag' | 'lines' | 'crashAt'>,
): Promise<Report | null> {
  const { kind, dataDir, databaseUrl } = target;
  const input: ImportOrder = { target: { kind, dataDir, databaseUrl }, keys, ...order };
  const report = await runScript(SCRIPT, input);
  return report === null ? null : (JSON.parse(report) as Report);
}

/** What `import-process.ts` is called with. */
export type ImportOrder = {
  readonly target: Pick<Target, 'kind' | 'dataDir' | 'databaseUrl'>;
  readonly keys: Keys;
  readonly goodsId: string;
  readonly tag: string;
  readonly lines: number;
  /** Null: no crash. */
  readonly crashAt: string | null;
};
