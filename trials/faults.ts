/**
 * Does the shop survive failures of what it depends on? `node trials/faults.ts database --database postgres
 * --rounds 10 --seed 7`; also `mail`, `disk`, `clock`, `stream`. Whatever was acknowledged must be there, and
 * the shop must recover by itself. Exits with 1 if it did not, with 2 if the trial could not run.
 */
import { parseArgs } from 'node:util';
import { endOnSignals, type FaultReport, type FaultRun } from './setup/faults/fault.ts';
import { runClockFault, runDatabaseFault } from './setup/faults/fault-database.ts';
import { runDiskFault } from './setup/faults/fault-disk.ts';
import { runMailFault } from './setup/faults/fault-mail.ts';
import { runStreamFault } from './setup/faults/fault-stream.ts';

const FAULTS: Record<string, (run: FaultRun) => Promise<FaultReport | null>> = {
  database: runDatabaseFault,
  mail: (run) => runMailFault(run, true),
  disk: runDiskFault,
  clock: runClockFault,
  stream: runStreamFault,
};

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

endOnSignals();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    database: { type: 'string', default: 'postgres' },
    rounds: { type: 'string', default: '6' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const { database } = values;
if (database !== 'embedded' && database !== 'postgres') throw new Error('--database embedded or postgres');
const runFault = FAULTS[positionals[0] ?? ''];
if (!runFault) throw new Error(`one of ${Object.keys(FAULTS).join(', ')}`);

say(`${positionals[0]} on ${database}, seed ${values.seed}`);
const run = { database, rounds: Number(values.rounds), seed: Number(values.seed), tell: say } as const;
const report = await runFault(run);
if (report === null) {
  say('NOT TRIED: a small disk can be mounted by root only');
  process.exitCode = 2;
} else {
  for (const fault of report.faults) say(`FAULT ${fault}`);
  say(`${report.faults.length} faults, seed ${values.seed}`);
  process.exitCode = report.faults.length === 0 ? 0 : 1;
}
