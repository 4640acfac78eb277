/**
 * Does the shop stop well? `node trials/stop.ts --database postgres --rounds 20` sends SIGTERM under load: what
 * is under way is finished, the process ends within ten seconds, and nothing acknowledged is missing afterwards.
 */
import { parseArgs } from 'node:util';
import { endOnSignals } from './setup/break-off.ts';
import { runStops } from './setup/run-stops.ts';

const STOPPED_WITHIN_MS = 10_000;

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

endOnSignals();
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    database: { type: 'string', default: 'embedded' },
    workers: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const { database } = values;
if (database !== 'embedded' && database !== 'postgres') throw new Error('--database embedded or postgres');

const { stops, faults } = await runStops({
  database,
  rounds: Number(values.rounds),
  seed: Number(values.seed),
  workers: Number(values.workers),
});
for (const { tookMs, code, underWay, unanswered, isMailHeld } of stops)
  say(
    `exit ${code} after ${Math.round(tookMs)} ms, ${underWay} orders under way, ${unanswered} unanswered${isMailHeld ? ', mail server silent' : ''}`,
  );
for (const fault of faults) say(`FAULT ${fault}`);
say(`${stops.length} stops, ${faults.length} faults, seed ${values.seed}`);
const isFine = stops.every(({ code, tookMs }) => code === 0 && tookMs <= STOPPED_WITHIN_MS);
process.exitCode = faults.length === 0 && isFine ? 0 : 1;
