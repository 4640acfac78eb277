/**
 * Is nothing lost when keys rotate? `node trials/rotate.ts --database postgres --changes 2 --kills 8 --seed 7` changes
 * the key while buyers order and read, kills the shop meanwhile, and removes each older key at the end. Exits
 * with 1 if a text cannot be decrypted or the shop reports the wrong state.
 */
import { parseArgs } from 'node:util';
import { endOnSignals } from './setup/faults/fault.ts';
import { runRotation } from './setup/runs/run-rotation.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

endOnSignals();
const { values } = parseArgs({
  options: {
    changes: { type: 'string', default: '2' },
    kills: { type: 'string', default: '6' },
    database: { type: 'string', default: 'embedded' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const { database } = values;
if (database !== 'embedded' && database !== 'postgres') throw new Error('--database embedded or postgres');

const { faults, deaths, rotationMs, orders } = await runRotation({
  database,
  changes: Number(values.changes),
  kills: Number(values.kills),
  seed: Number(values.seed),
  tell: say,
});
for (const fault of faults) say(`FAULT ${fault}`);
say(`${rotationMs.length} changes of key, ${deaths.length} kills, ${orders} orders acknowledged`);
say(
  `the older key was free ${rotationMs.map((ms) => `${Math.round(ms)} ms`).join(', ')} after the last start`,
);
say(`${faults.length} faults, seed ${values.seed}`);
process.exitCode = faults.length === 0 ? 0 : 1;
