import { expect, test } from 'vitest';
import { hasValkey } from '../../apps/server/src/testing/valkey.ts';
import { shuffleDisruptions, DISRUPTIONS, type Disruption } from '../setup/processes/disruptions.ts';
import { runProcesses } from '../setup/processes/run-processes.ts';
import { createRandom } from '../setup/random.ts';
import { hasPostgres } from '../setup/target.ts';

/** Of each a run takes one, as the seed decides: over the runs all are taken. */
const OF_PROCESSES: readonly Disruption[] = ['process killed', 'processes restarted in turn'];
const OF_SERVICES: readonly Disruption[] = ['Valkey killed', 'database killed'];

test.skipIf(!hasPostgres || !hasValkey)(
  'several processes lose nothing when one of them, their Valkey or their database is killed, or all are restarted',
  async () => {
    const seed = Number(process.env['TRIAL_SEED'] ?? Date.now() % 1_000_000);
    const random = createRandom(seed);
    const taken = [OF_PROCESSES, OF_SERVICES].map((kinds) => random.pick(kinds));
    const left = new Set(taken);
    const wants = (disruption: Disruption): boolean => left.delete(disruption);
    const summary = await runProcesses({ rounds: taken.length, processes: 2, seed, wants });
    expect(summary.faults, `TRIAL_SEED=${seed}`).toEqual([]);
    expect(summary.rounds.map(({ disruption }) => disruption).toSorted()).toEqual(taken.toSorted());
    expect(summary.cuts).toBeGreaterThan(0);
    expect(summary.acknowledgedOrders).toBeGreaterThan(0);
  },
);

test('every disruption occurs, in an order that the seed decides', () => {
  const disruptions = shuffleDisruptions(createRandom(7), () => true);
  const cycle = Array.from({ length: DISRUPTIONS.length + 1 }, () => disruptions.next().value);
  expect(new Set(cycle)).toEqual(new Set(DISRUPTIONS));
});
