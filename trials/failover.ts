/**
 * Is anything lost when the database fails over? `node trials/failover.ts --failovers 20 --valkey 10 --processes 20
 * --seed 7` loses the primary, Valkey or a process of the shop under load, in an order that the seed decides; the
 * standby takes over and the former primary becomes the new standby. `--async` plants what the shop refuses, a standby
 * that lags behind: then faults must be found. Ends with 1 at the first fault.
 */
import { parseArgs } from 'node:util';
import { runFailovers } from './setup/failover/run-failovers.ts';
import { endOnSignals } from './setup/faults/fault.ts';
import { printSummary } from './setup/print-summary.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

endOnSignals();
const { values } = parseArgs({
  options: {
    failovers: { type: 'string', default: '20' },
    valkey: { type: 'string', default: '10' },
    processes: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    async: { type: 'boolean', default: false },
  },
});
const summary = await runFailovers({
  failovers: Number(values.failovers),
  valkeyKills: Number(values.valkey),
  processKills: Number(values.processes),
  seed: Number(values.seed),
  isAsync: values.async,
  tell: say,
});
process.exitCode = printSummary(summary, values.seed, say);
