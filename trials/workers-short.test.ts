import { expect, test } from 'vitest';
import { shuffleDisruptions, DISRUPTIONS, type Disruption } from './setup/runs/disruptions.ts';
import { createRandom } from './setup/random.ts';
import { runWorkers } from './setup/runs/run-workers.ts';
import { hasPostgres } from './setup/target.ts';

const ONCE: readonly Disruption[] = ['worker killed', 'primary killed at its start', 'database killed'];
const BACK_WITHIN_MS = 60_000;

test.skipIf(!hasPostgres)(
  'several processes lose nothing when one of them, the primary, or their database is killed',
  async () => {
    const seed = Number(process.env['TRIAL_SEED'] ?? Date.now() % 1_000_000);
    const left = new Set(ONCE);
    const wants = (harm: Disruption): boolean => left.delete(harm);
    const summary = await runWorkers({ rounds: ONCE.length, workers: 2, seed, wants });
    expect(summary.faults, `TRIAL_SEED=${seed}`).toEqual([]);
    expect(summary.rounds.map(({ harm }) => harm).toSorted()).toEqual(ONCE.toSorted());
    for (const { backMs } of summary.rounds) expect(backMs).toBeLessThan(BACK_WITHIN_MS);
    expect(summary.cuts).toBeGreaterThan(0);
    expect(summary.acknowledgedOrders).toBeGreaterThan(0);
  },
);

test('every disruption occurs, in an order that the seed decides', () => {
  const harms = shuffleDisruptions(createRandom(7), () => true);
  const cycle = Array.from({ length: DISRUPTIONS.length + 1 }, () => harms.next().value);
  expect(new Set(cycle)).toEqual(new Set(DISRUPTIONS));
});
