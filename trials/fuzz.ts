/**
 * Does any wrong call make the shop fail, or answer outside its contract? `node trials/fuzz.ts` walks the
 * published document: every operation, every field with every bad value, wrong methods, unknown keys, broken JSON.
 * Ends with 1 for a failure, an answer outside the contract, one without all headers, or one that took longer than two
 * seconds (on an idle machine); prints the slowest.
 */
import { parseArgs } from 'node:util';
import { endFile } from '../apps/server/src/testing/end-of-file.ts';
import { openFuzzWorld } from './setup/fuzz/open-world.ts';
import { runFuzz } from './setup/fuzz/run-fuzz.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    /** So many wrong calls of each operation; all without it. */
    each: { type: 'string' },
    /** The name of one operation. */
    only: { type: 'string' },
  },
});
const seed = Number(values.seed);
const SLOW_MS = 2_000;

const world = await openFuzzWorld();
const started = performance.now();
const report = await runFuzz(world, {
  seed,
  each: values.each === undefined ? null : Number(values.each),
  only: values.only ?? null,
  say,
});
const seconds = Math.round((performance.now() - started) / 1_000);
await world.stop();
await endFile();

say('');
say(`seed ${seed}: ${report.calls} calls of ${report.operations} operations, ${seconds} s`);
const statuses = [...report.statuses].toSorted(([a], [b]) => a - b);
say(`answers: ${statuses.map(([status, count]) => `${status}: ${count}`).join(', ')}`);
for (const { ms, call } of report.slowest) say(`${ms > SLOW_MS ? 'SLOW ' : ''}${Math.round(ms)} ms: ${call}`);
say(report.faults.length === 0 ? 'no faults' : `${report.faults.length} faults`);
const isSlow = report.slowest.some(({ ms }) => ms > SLOW_MS);
process.exitCode = report.faults.length === 0 && !isSlow ? 0 : 1;
