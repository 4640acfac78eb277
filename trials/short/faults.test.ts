import { afterAll, beforeAll, expect, test } from 'vitest';
import { runClockFault, runDatabaseFault } from '../setup/faults/fault-database.ts';
import { runDiskFault } from '../setup/faults/fault-disk.ts';
import { runMailFault } from '../setup/faults/fault-mail.ts';
import { runStreamFault } from '../setup/faults/fault-stream.ts';
import type { FaultReport, FaultRun } from '../setup/faults/fault.ts';
import { createRandom } from '../setup/random.ts';
import { startServices, type Services } from '../setup/services.ts';
import { hasPostgres, type DatabaseKind } from '../setup/target.ts';

const seed = Number(process.env['TRIAL_SEED'] ?? Date.now() % 1_000_000);
const usual: DatabaseKind = hasPostgres ? 'postgres' : 'embedded';

type Fault = (run: FaultRun) => Promise<FaultReport>;
const FAULTS: readonly (readonly [what: string, fault: Fault, database: DatabaseKind, rounds: number])[] = [
  ['its database is restarted', runDatabaseFault, 'postgres', 2],
  ['its mail server is away for an hour', (run) => runMailFault(run, false), usual, 1],
  ['its clock is an hour off', runClockFault, usual, 2],
  ['its live streams are cut', runStreamFault, usual, 20],
];

/** Of these a run takes one, as the seed decides: over the runs all are taken. */
const [what, fault, database, rounds] = createRandom(seed).pick(FAULTS);

let services: Services;
beforeAll(async () => {
  services = await startServices(usual);
});
afterAll(() => services.stop());

test.skipIf(database === 'postgres' && !hasPostgres)(
  `the shop loses nothing and recovers when ${what}`,
  async () => {
    const { faults } = await fault({ database, rounds, seed, tell: () => undefined, services });
    expect(faults, `TRIAL_SEED=${seed}`).toEqual([]);
  },
);

// On services of its own, which are on that disk too.
test('the shop loses nothing and recovers when its disk is full', async ({ skip }) => {
  const report = await runDiskFault({ database: usual, rounds: 1, seed, tell: () => undefined });
  if (report === null) skip('a small disk can be mounted by root only');
  expect(report?.faults, `TRIAL_SEED=${seed}`).toEqual([]);
});
