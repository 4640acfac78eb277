/**
 * Do several server processes keep what one promises? `node trials/workers.ts --workers 3 --rounds 30 --seed 7`
 * kills one of them under load, again and again. Ends with 1 at the first fault.
 */
import { parseArgs } from 'node:util';
import { endOnSignals } from './setup/break-off.ts';
import { runWorkers } from './setup/run-workers.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

endOnSignals();
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '30' },
    workers: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const { faults, ...counts } = await runWorkers({
  rounds: Number(values.rounds),
  workers: Number(values.workers),
  seed: Number(values.seed),
  tell: say,
});
for (const fault of faults) say(`FAULT ${fault}`);
say(`${JSON.stringify(counts)}, ${faults.length} faults, seed ${values.seed}`);
process.exitCode = faults.length === 0 ? 0 : 1;
