import { expect, test } from 'vitest';
import { runClockFault } from './setup/faults/fault-clock.ts';
import { runDatabaseFault } from './setup/faults/fault-database.ts';
import { runDiskFault } from './setup/faults/fault-disk.ts';
import { runMailFault } from './setup/faults/fault-mail.ts';
import { runStreamFault } from './setup/faults/fault-stream.ts';
import type { FaultReport, FaultRun } from './setup/faults/fault.ts';
import { hasPostgres, type DatabaseKind } from './setup/target.ts';

const seed = Number(process.env['TRIAL_SEED'] ?? Date.now() % 1_000_000);
const usual: DatabaseKind = hasPostgres ? 'postgres' : 'embedded';

type Fault = (run: FaultRun) => Promise<FaultReport | null>;
const FAULTS: readonly (readonly [what: string, fault: Fault, database: DatabaseKind, rounds: number])[] = [
  ['its database is restarted', runDatabaseFault, 'postgres', 2],
  ['its mail server is away for an hour', (run) => runMailFault(run, false), usual, 1],
  ['its disk is full', runDiskFault, usual, 1],
  ['its clock is an hour off', runClockFault, usual, 3],
  ['its live streams are cut', runStreamFault, usual, 20],
];

for (const [what, fault, database, rounds] of FAULTS)
  test.skipIf(database === 'postgres' && !hasPostgres)(
    `the shop loses nothing and recovers when ${what}`,
    async ({ skip }) => {
      const report = await fault({ database, rounds, seed, tell: () => undefined });
      if (report === null) skip('a small disk can be mounted by root only');
      expect(report?.faults, `TRIAL_SEED=${seed}`).toEqual([]);
    },
  );
