/**
 * Do several server processes keep what one promises? `node trials/workers.ts --workers 3 --rounds 36 --seed 7`
 * kills one of them, or the primary, or their database under load, again and again. `--only primary` does only what
 * begins so. Ends with 1 at the first fault.
 */
import { parseArgs } from 'node:util';
import { endOnSignals } from './setup/faults/break-off.ts';
import { DISRUPTIONS } from './setup/runs/disruptions.ts';
import { runWorkers } from './setup/runs/run-workers.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

endOnSignals();
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '36' },
    workers: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
  },
});
if (!DISRUPTIONS.some((harm) => harm.startsWith(values.only)))
  throw new Error(`--only one of ${DISRUPTIONS.join(', ')}`);
const { rounds, faults, ...counts } = await runWorkers({
  rounds: Number(values.rounds),
  workers: Number(values.workers),
  seed: Number(values.seed),
  wants: (harm) => harm.startsWith(values.only),
  tell: say,
});
for (const [harm, those] of Map.groupBy(rounds, (round) => round.harm)) {
  const backs = those.map(({ backMs }) => Math.round(backMs)).toSorted((a, b) => a - b);
  say(
    `${those.length} × ${harm}: back after ${backs[backs.length >> 1]} ms in the median, ${backs.at(-1)} ms at most`,
  );
}
for (const fault of faults) say(`FAULT ${fault}`);
say(`${rounds.length} rounds, ${JSON.stringify(counts)}, ${faults.length} faults, seed ${values.seed}`);
process.exitCode = faults.length === 0 ? 0 : 1;
