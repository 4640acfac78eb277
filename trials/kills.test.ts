import { expect, test } from 'vitest';
import { createRandom, TRIAL_SEED } from './setup/random.ts';
import { titleOf } from './setup/runs/round.ts';
import { runAfterSales } from './setup/runs/run-after-sales.ts';
import { neverReached, runKills } from './setup/runs/run-kills.ts';
import { judgeStop, runStops } from './setup/runs/run-stops.ts';
import { databaseInTurn, type DatabaseKind, hasPostgres } from './setup/target.ts';

/**
 * A run takes a few of these by its seed: over the runs all are taken. `node trials/run.ts kill` makes hundreds of
 * every kind.
 */
const KILLS: Record<DatabaseKind, readonly string[]> = {
  embedded: [
    'order: decided',
    'order: after commit',
    'deposit: before commit',
    'own deposit: credited',
    'import: before commit',
    'held: before commit',
    'standing: recorded',
    'random kill',
  ],
  postgres: [
    'order: sent',
    'order: before answer',
    'mail: accepted',
    'deposit: credited',
    'own deposit: credited',
    'addresses: before commit',
    'addresses: after commit',
    'purge: erased',
    'import: after commit',
    'held: after commit',
    'standing: claimed',
    'standing: placed',
    'restock: told',
    'price: told',
    'answer kill',
    'database kill',
  ],
};

const TAKEN: Record<DatabaseKind, number> = { embedded: 1, postgres: 2 };

async function killAFewTimes(database: DatabaseKind): Promise<void> {
  const left = new Set(createRandom(TRIAL_SEED).shuffle(KILLS[database]).slice(0, TAKEN[database]));
  const wants = (plan: Parameters<typeof titleOf>[0]) => left.delete(titleOf(plan));
  const summary = await runKills({ database, rounds: left.size, seed: TRIAL_SEED, wants });
  expect(summary.faults, `TRIAL_SEED=${TRIAL_SEED}`).toEqual([]);
  const missed = summary.rounds.filter((round) => !round.wasReached).map(({ plan }) => titleOf(plan));
  expect(missed, `TRIAL_SEED=${TRIAL_SEED}`).toEqual([]);
  expect(summary.acknowledgedOrders).toBeGreaterThan(0);
  expect(summary.mails).toBeGreaterThan(0);
}

test('nothing is lost when the shop is killed on the embedded database', () => killAFewTimes('embedded'));

test.skipIf(!hasPostgres)(
  'nothing is lost when the shop, or the whole database server, is killed on PostgreSQL',
  () => killAFewTimes('postgres'),
);

test('a stop under load answers open requests, ends in time and loses nothing', async () => {
  const { stops, faults } = await runStops({
    database: hasPostgres ? 'postgres' : 'embedded',
    rounds: 3,
    seed: TRIAL_SEED,
  });
  expect(faults).toEqual([]);
  expect(stops.reduce((sum, stop) => sum + stop.underWay, 0)).toBeGreaterThan(0);
});

test('every kind of faulty stop is found', () => {
  const good = {
    tookMs: 90,
    code: 0,
    underWay: 5,
    toldToWait: 0,
    unanswered: 0,
    cutStreams: 0,
    isMailHeld: false,
    forced: 0,
  };
  expect(judgeStop(good)).toEqual([]);
  expect(judgeStop({ ...good, forced: 1, tookMs: 8_100, isMailHeld: true })).toEqual([]);
  for (const bad of [{ code: 1 }, { tookMs: 5_100 }, { unanswered: 1 }, { cutStreams: 1 }, { forced: 1 }])
    expect(judgeStop({ ...good, ...bad })).toHaveLength(1);
});

/** At every point on PostgreSQL; at one point of each step on the embedded database, which takes seconds to open. */
const database = databaseInTurn(1);
test(`claims, replacements, refunds and paybacks survive kills on the database ${database}`, async () => {
  const isShare = hasPostgres && database === 'embedded';
  const { faults, missed, kills } = await runAfterSales({ database, seed: TRIAL_SEED, isShare });
  expect(faults, `TRIAL_SEED=${TRIAL_SEED}`).toEqual([]);
  expect(missed).toEqual([]);
  expect(kills).toBeGreaterThan(0);
});

test('a crash point that was never reached is found; one that was reached at another time is not', () => {
  const plan = (point: 'order: sent' | 'purge: erased', wasReached: boolean) =>
    ({ plan: { kind: 'point', point, passing: 1 }, wasReached }) as const;
  const rounds = [plan('order: sent', true), plan('purge: erased', false), plan('order: sent', false)];
  expect(neverReached(rounds)).toEqual(['purge: erased']);
});
