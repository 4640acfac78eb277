/**
 * Does the shop stop well? `node trials/stop.ts --database postgres --rounds 20` sends SIGTERM under load: what
 * is under way is answered, a hundred live streams are ended, the process ends by itself within five seconds (a
 * silent mail server may make it forced), and nothing acknowledged is missing afterwards. Ends with 1 where it is not so.
 */
import { parseArgs } from 'node:util';
import { endOnSignals } from './setup/faults/fault.ts';
import { runStops } from './setup/runs/run-stops.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

endOnSignals();
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    database: { type: 'string', default: 'embedded' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const { database } = values;
if (database !== 'embedded' && database !== 'postgres') throw new Error('--database embedded or postgres');

const { stops, faults } = await runStops({
  database,
  rounds: Number(values.rounds),
  seed: Number(values.seed),
  tell: say,
});
for (const fault of faults) say(`FAULT ${fault}`);
say(`${stops.length} stops, ${faults.length} faults, seed ${values.seed}`);
process.exitCode = faults.length === 0 ? 0 : 1;
