/**
 * Do several equal processes keep what one promises? `node trials/processes.ts --processes 3 --rounds 36 --seed 7`
 * kills one of them, restarts them in turn, or harms their Valkey or database under load, again and again.
 * `--only database` does only what begins so. Ends with 1 at the first fault.
 */
import { parseArgs } from 'node:util';
import { endOnSignals } from './setup/faults/fault.ts';
import { printSummary } from './setup/print-summary.ts';
import { DISRUPTIONS } from './setup/processes/disruptions.ts';
import { runProcesses } from './setup/processes/run-processes.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

endOnSignals();
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '36' },
    processes: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
  },
});
if (!DISRUPTIONS.some((disruption) => disruption.startsWith(values.only)))
  throw new Error(`--only one of ${DISRUPTIONS.join(', ')}`);
const summary = await runProcesses({
  rounds: Number(values.rounds),
  processes: Number(values.processes),
  seed: Number(values.seed),
  wants: (disruption) => disruption.startsWith(values.only),
  tell: say,
});
process.exitCode = printSummary(summary, values.seed, say);
