/**
 * Do claims, replacements and refunds survive kills? `node trials/after-sales.ts --database embedded` kills a process
 * at every crash point of each and repeats the call. Ends with 1 where the books are wrong or a point was not reached.
 */
import { parseArgs } from 'node:util';
import { endOnSignals } from './setup/faults/fault.ts';
import { runAfterSales } from './setup/runs/run-after-sales.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

endOnSignals();
const { values } = parseArgs({ options: { database: { type: 'string', default: 'postgres' } } });
const { database } = values;
if (database !== 'embedded' && database !== 'postgres') throw new Error('--database embedded or postgres');
const { faults, missed, kills } = await runAfterSales({ database, seed: 0, isShare: false, tell: say });
for (const fault of faults) say(`FAULT ${fault}`);
for (const point of missed) say(`NOT REACHED ${point}`);
say(`${kills} kills, ${faults.length} faults`);
process.exitCode = faults.length + missed.length === 0 ? 0 : 1;
