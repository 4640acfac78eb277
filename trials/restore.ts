/**
 * Does everything come back? `node trials/restore.ts --seconds 30` backs a shop up under load with `portside backup`,
 * restores it into another database with `portside restore`, looks at its books, texts and audit log, and lets the
 * buyers of a shop on it read what they bought. Ends with 1 where anything is missing.
 */
import { parseArgs } from 'node:util';
import { endOnSignals } from './setup/faults/fault.ts';
import { runRestore } from './setup/runs/run-restore.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

endOnSignals();
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const { before, during, faults } = await runRestore({
  seed: Number(values.seed),
  loadMs: Number(values.seconds) * 1_000,
  tell: say,
});
for (const fault of faults) say(`FAULT ${fault}`);
say(`${before} orders before the backup, ${during} meanwhile, ${faults.length} faults, seed ${values.seed}`);
process.exitCode = faults.length === 0 ? 0 : 1;
