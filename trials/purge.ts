/**
 * Does any account text outlive its retention? `node trials/purge.ts --database postgres` sells, mails, reads,
 * refuses and withdraws accounts with a canary, moves the clock eight days on and looks for it everywhere. Ends
 * with 1 where it is found, or where a leak that was planted first is not.
 */
import { parseArgs } from 'node:util';
import { endOnSignals } from './setup/faults/fault.ts';
import { runPurge } from './setup/runs/run-purge.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

endOnSignals();
const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'embedded' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const { database } = values;
if (database !== 'embedded' && database !== 'postgres') throw new Error('--database embedded or postgres');

const { faults } = await runPurge({ database, seed: Number(values.seed), tell: say });
for (const fault of faults) say(`FAULT ${fault}`);
say(`${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
