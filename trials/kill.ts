/**
 * Is anything lost when the shop is killed? `node trials/kill.ts --database postgres --rounds 120 --seed 7`
 * kills it at crash points and at random times under load, starts it again and checks everything that was
 * acknowledged. Exits with 1 if anything is lost, doubled or contradicted, or if a crash point was planned
 * and never reached. The seed repeats the plan.
 */
import { parseArgs } from 'node:util';
import { endOnSignals } from './setup/faults/fault.ts';
import { countPlans, titleOf, type Plan } from './setup/runs/round.ts';
import { neverReached, runKills, type KillSummary } from './setup/runs/run-kills.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

endOnSignals();
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '40' },
    database: { type: 'string', default: 'embedded' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** Only crash points with this prefix, such as `deposit:`. */
    only: { type: 'string', default: '' },
  },
});
const { database } = values;
if (database !== 'embedded' && database !== 'postgres') throw new Error('--database embedded or postgres');

const wants = (plan: Plan): boolean => titleOf(plan).startsWith(values.only);
const plans = countPlans(database === 'postgres', wants);
if (plans === 0) throw new Error(`--only ${values.only}: no such point`);
say(`seed ${values.seed}, ${values.rounds} rounds on ${database}; ${plans} try each point once`);
const started = performance.now();
const summary = await runKills({
  database,
  rounds: Number(values.rounds),
  seed: Number(values.seed),
  wants,
  tell: say,
});
report(summary, (performance.now() - started) / 1_000);
process.exitCode = summary.faults.length === 0 && neverReached(summary.rounds).length === 0 ? 0 : 1;

function report(found: KillSummary, seconds: number): void {
  const starts = found.rounds.flatMap(({ startMs }) => startMs ?? []).toSorted((a, b) => a - b);
  const backs = found.rounds.flatMap(({ databaseBackMs }) => databaseBackMs ?? []);
  const missed = found.rounds.filter(({ wasReached }) => !wasReached).map(({ plan }) => titleOf(plan));
  say('');
  for (const fault of found.faults) say(`FAULT ${fault}`);
  say(
    `${found.rounds.length} kills at ${new Set(found.rounds.map(({ plan }) => titleOf(plan))).size} kinds of points, ${found.shops} shops, ${seconds.toFixed(0)} s`,
  );
  say(
    `${found.acknowledgedOrders} orders and ${found.transfers} transfers acknowledged, ${found.repeatedAnswers} keys asked again`,
  );
  say(`${found.mails} orders mailed, ${found.mailsSentAgain} of them more than once`);
  say(
    `back after ${Math.round(starts[starts.length >> 1] ?? Number.NaN)} ms in the median, ${Math.round(starts.at(-1) ?? Number.NaN)} ms at most`,
  );
  if (backs.length > 0)
    say(`back after a kill of the database in ${Math.round(Math.max(...backs))} ms at most`);
  say(`stopped by SIGTERM in ${Math.round(found.longestStopMs)} ms at most`);
  if (missed.length > 0) say(`not passed in time: ${missed.join(', ')}`);
  for (const point of neverReached(found.rounds)) say(`NEVER REACHED ${point}`);
  if (found.rounds.length < plans) say(`${plans - found.rounds.length} of ${plans} plans were not tried`);
  say(`${found.faults.length} faults, seed ${values.seed}`);
}
