import { expect, test } from 'vitest';
import { createRandom } from '../setup/random.ts';
import { titleOf } from '../setup/runs/round.ts';
import { runKills } from '../setup/runs/run-kills.ts';
import { hasPostgres, type DatabaseKind } from '../setup/target.ts';

/**
 * Of these each run takes a few, as the seed decides: over the runs all are taken. `node trials/kill.ts` makes hundreds
 * of every kind.
 */
const KILLS: Record<DatabaseKind, readonly string[]> = {
  embedded: [
    'order: decided',
    'order: after commit',
    'deposit: before commit',
    'own deposit: credited',
    'import: before commit',
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
    'answer kill',
    'database kill',
  ],
};

const TAKEN: Record<DatabaseKind, number> = { embedded: 1, postgres: 2 };

async function killAFewTimes(database: DatabaseKind): Promise<void> {
  const seed = Number(process.env['TRIAL_SEED'] ?? Date.now() % 1_000_000);
  const left = new Set(createRandom(seed).shuffle(KILLS[database]).slice(0, TAKEN[database]));
  const wants = (plan: Parameters<typeof titleOf>[0]) => left.delete(titleOf(plan));
  const summary = await runKills({ database, rounds: left.size, seed, wants });
  expect(summary.faults, `TRIAL_SEED=${seed}`).toEqual([]);
  const missed = summary.rounds.filter((round) => !round.wasReached).map(({ plan }) => titleOf(plan));
  expect(missed, `TRIAL_SEED=${seed}`).toEqual([]);
  expect(summary.acknowledgedOrders).toBeGreaterThan(0);
  expect(summary.mails).toBeGreaterThan(0);
}

test('nothing is lost when the shop is killed on the embedded database', () => killAFewTimes('embedded'));

test.skipIf(!hasPostgres)(
  'nothing is lost when the shop, or the whole database server, is killed on PostgreSQL',
  () => killAFewTimes('postgres'),
);
