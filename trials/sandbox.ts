/**
 * Does the sandbox survive being killed? `node trials/sandbox.ts --rounds 40 --seed 7` starts it as a visitor
 * does, without a setting, and kills it like `kill.ts` kills a shop.
 */
import { parseArgs } from 'node:util';
import { endOnSignals } from './setup/faults/fault.ts';
import { titleOf } from './setup/runs/round.ts';
import { runSandboxKills } from './setup/runs/run-sandbox-kills.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

endOnSignals();
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '33' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const { rounds, faults, acknowledgedOrders } = await runSandboxKills(
  Number(values.rounds),
  Number(values.seed),
  say,
);
const starts = rounds.flatMap(({ startMs }) => startMs ?? []).toSorted((a, b) => a - b);
for (const fault of faults) say(`FAULT ${fault}`);
say(`${rounds.length} kills at ${new Set(rounds.map(({ plan }) => titleOf(plan))).size} kinds of points`);
say(`${acknowledgedOrders} orders acknowledged`);
say(
  `back after ${Math.round(starts[starts.length >> 1]!)} ms in the median, ${Math.round(starts.at(-1)!)} ms at most`,
);
say(`${faults.length} faults, seed ${values.seed}`);
process.exitCode = faults.length === 0 ? 0 : 1;
