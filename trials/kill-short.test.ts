import { expect, test } from 'vitest';
import { titleOf } from './setup/runs/plans.ts';
import { runKills } from './setup/runs/run-kills.ts';
import { hasPostgres, type DatabaseKind } from './setup/target.ts';

/** A few kills of each kind on both databases; `node trials/kill.ts` makes hundreds. */
const KILLS: Record<DatabaseKind, readonly string[]> = {
  embedded: [
    'order: decided',
    'order: after commit',
    'deposit: before commit',
    'import: before commit',
    'random kill',
  ],
  postgres: [
    'order: sent',
    'order: before answer',
    'mail: accepted',
    'deposit: credited',
    'purge: erased',
    'import: after commit',
    'answer kill',
    'database kill',
  ],
};

async function killEachOnce(database: DatabaseKind): Promise<void> {
  const seed = Number(process.env['TRIAL_SEED'] ?? Date.now() % 1_000_000);
  const left = new Set(KILLS[database]);
  const wants = (plan: Parameters<typeof titleOf>[0]) => left.delete(titleOf(plan));
  const summary = await runKills({ database, rounds: left.size, seed, wants });
  expect(summary.faults, `TRIAL_SEED=${seed}`).toEqual([]);
  expect(summary.rounds.filter((round) => !round.wasReached).map(({ plan }) => titleOf(plan))).toEqual([]);
  expect(summary.acknowledgedOrders).toBeGreaterThan(0);
  expect(summary.mails).toBeGreaterThan(0);
}

test('nothing is lost when the shop is killed on the embedded database', () => killEachOnce('embedded'));

test.skipIf(!hasPostgres)(
  'nothing is lost when the shop, or the whole database server, is killed on PostgreSQL',
  () => killEachOnce('postgres'),
);
