/**
 * Are concurrent orders correct? `node trials/races.ts --rounds 100 --seed 7` lets 64 buyers order of
 * 500 items at once, through two instances of the order engine on one PostgreSQL; then one key, and then the last
 * coins of a buyer, are tried from a hundred connections. Ends with 1 at the first fault.
 */
import { parseArgs } from 'node:util';
import { endOnSignals } from './setup/faults/fault.ts';
import { runRaces } from './setup/runs/run-races.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

endOnSignals();
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    buyers: { type: 'string', default: '64' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
say(`seed ${values.seed}, ${values.rounds} rounds of ${values.buyers} buyers`);
const started = performance.now();
const { rounds, answers, faults } = await runRaces({
  rounds: Number(values.rounds),
  buyers: Number(values.buyers),
  seed: Number(values.seed),
  tell: say,
});
for (const fault of faults) say(`FAULT ${fault}`);
say(
  `${rounds} rounds in ${((performance.now() - started) / 1_000).toFixed(0)} s: ${JSON.stringify(answers)}`,
);
say(`${faults.length} faults, seed ${values.seed}`);
process.exitCode = faults.length === 0 ? 0 : 1;
