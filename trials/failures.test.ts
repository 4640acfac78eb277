import { expect, test } from 'vitest';
import { hasValkey } from '../apps/server/src/testing/valkey.ts';
import { runFailovers } from './setup/failover/run-failovers.ts';
import { runClockFault, runDatabaseFault } from './setup/faults/fault-database.ts';
import { runDiskFault } from './setup/faults/fault-disk.ts';
import { runMailFault } from './setup/faults/fault-mail.ts';
import { runStreamFault } from './setup/faults/fault-stream.ts';
import type { FaultReport, FaultRun } from './setup/faults/fault.ts';
import { type Disruption, DISRUPTIONS, shuffleDisruptions } from './setup/processes/disruptions.ts';
import { runProcesses } from './setup/processes/run-processes.ts';
import { createRandom, TRIAL_SEED } from './setup/random.ts';
import { type DatabaseKind, hasPostgres } from './setup/target.ts';

const usual: DatabaseKind = hasPostgres ? 'postgres' : 'embedded';

type Fault = (run: FaultRun) => Promise<FaultReport>;
const FAULTS: readonly (readonly [what: string, fault: Fault, database: DatabaseKind, rounds: number])[] = [
  ['its database is restarted', runDatabaseFault, 'postgres', 2],
  ['its mail server is away for an hour', (run) => runMailFault(run, false), usual, 1],
  ['its clock is an hour off', runClockFault, usual, 2],
  ['its live streams are cut', runStreamFault, usual, 20],
];

/** A run takes one of these by its seed: over the runs all are taken. */
const [what, fault, database, rounds] = createRandom(TRIAL_SEED).pick(FAULTS);

test.skipIf(database === 'postgres' && !hasPostgres)(
  `the shop loses nothing and recovers when ${what}`,
  async () => {
    const { faults } = await fault({ database, rounds, seed: TRIAL_SEED, tell: () => undefined });
    expect(faults, `TRIAL_SEED=${TRIAL_SEED}`).toEqual([]);
  },
);

test('the shop loses nothing and recovers when its disk is full', async ({ skip }) => {
  const report = await runDiskFault({ database: usual, rounds: 1, seed: TRIAL_SEED, tell: () => undefined });
  if (report === null) skip('a small disk can be mounted by root only');
  expect(report?.faults, `TRIAL_SEED=${TRIAL_SEED}`).toEqual([]);
});

/** A run takes one of each by its seed: over the runs all are taken. */
const OF_PROCESSES: readonly Disruption[] = ['process killed', 'processes restarted in turn'];
const OF_SERVICES: readonly Disruption[] = ['Valkey killed', 'database killed'];

test.skipIf(!hasPostgres || !hasValkey)(
  'several processes lose nothing when one of them, their Valkey or their database is killed, or all are restarted',
  async () => {
    const random = createRandom(TRIAL_SEED);
    const taken = [OF_PROCESSES, OF_SERVICES].map((kinds) => random.pick(kinds));
    const left = new Set(taken);
    const wants = (disruption: Disruption): boolean => left.delete(disruption);
    const summary = await runProcesses({ rounds: taken.length, processes: 2, seed: TRIAL_SEED, wants });
    expect(summary.faults, `TRIAL_SEED=${TRIAL_SEED}`).toEqual([]);
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

const isRunnable = hasPostgres && hasValkey;
const tell = (line: string): boolean => process.stdout.write(`${line}\n`);

test.skipIf(!isRunnable)('nothing is lost when a synchronous standby takes over, twice', async () => {
  const run = { failovers: 2, valkeyKills: 0, processKills: 0, seed: TRIAL_SEED, tell };
  const summary = await runFailovers(run);
  expect(summary.faults, `TRIAL_SEED=${TRIAL_SEED}`).toEqual([]);
  if (summary.vanishing === 'network stopped') expect(summary.heldCommits).toBeGreaterThan(0);
  expect(summary.rounds).toHaveLength(2);
  expect(summary.acknowledgedOrders).toBeGreaterThan(0);
});

test.skipIf(!isRunnable)('what an asynchronous standby loses is found', async () => {
  const run = { failovers: 1, valkeyKills: 0, processKills: 0, seed: TRIAL_SEED, isAsync: true };
  const { faults } = await runFailovers(run);
  expect(faults, `TRIAL_SEED=${TRIAL_SEED}`).toContainEqual(
    expect.stringMatching(/^acknowledged order \w+ is lost$/),
  );
});
