/**
 * Is a deposit ever lost, doubled or invented, whatever chains and nodes do? `node trials/simulate.ts --seeds 1000`
 * lets the shop's follower live through so many lives of a simulated chain. Ends with 1 where the books differ
 * from the chain, and prints how to run that life again: `--first 17 --seeds 1`.
 */
import { parseArgs } from 'node:util';
import { openBooks } from './setup/simulator/open-books.ts';
import { runSeed, type SeedReport } from './setup/simulator/run-seed.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    first: { type: 'string', default: '1' },
    /** Prints what happened, step by step, of every seed. */
    trace: { type: 'boolean', default: false },
  },
});
const first = Number(values.first);
const started = performance.now();
const { ctx, close } = await openBooks();
const reports: SeedReport[] = [];
for (let seed = first; seed < first + Number(values.seeds); seed += 1) {
  const report = await runSeed(ctx, seed);
  reports.push(report);
  if (values.trace || report.faults.length > 0) for (const line of report.trace) say(line);
  for (const fault of report.faults) say(`FAULT ${fault}`);
  if (report.faults.length > 0) say(`again: node trials/simulate.ts --first ${seed} --seeds 1 --trace`);
  if (seed % 100 === 0)
    say(`${reports.length} seeds, ${Math.round((performance.now() - started) / 1_000)} s`);
}
await close();

const sum = (of: (report: SeedReport) => number): string =>
  reports.reduce((total, report) => total + of(report), 0).toLocaleString('en');
const met = reports.reduce((all, report) => all.union(report.met), new Set<string>());
const failed = reports.filter(({ faults }) => faults.length > 0).map(({ seed }) => seed);
say('');
say(
  `seeds ${first} to ${first + reports.length - 1}, ${Math.round((performance.now() - started) / 1_000)} s`,
);
say(
  `${sum(({ blocks }) => blocks)} blocks, ${sum(({ reorganisations }) => reorganisations)} reorganisations`,
);
say(`${sum(({ questions }) => questions)} questions to nodes, ${met.size} kinds of trouble met`);
say(`${sum(({ deposits }) => deposits)} true deposits recorded`);
say(failed.length === 0 ? 'no faults' : `faults with the seeds ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
