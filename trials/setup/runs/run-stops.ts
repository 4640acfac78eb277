import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { FORCED_STOP } from '../../../apps/server/src/run-until-stopped.ts';
import { settle } from '../checks/audit.ts';
import type { Buyer } from '../load/call.ts';
import { runLoad } from '../load/load.ts';
import { createRandom } from '../random.ts';
import { watchSentKeys } from '../load/sent-keys.ts';
import { startServices } from '../services.ts';
import type { DatabaseKind } from '../target.ts';
import { createTrial, logFileOf } from '../trial.ts';
import type { Trial } from '../trial-type.ts';

export type StopReport = {
  readonly tookMs: number;
  readonly code: number | null;
  /** New orders that had been sent and had no answer at the signal. */
  readonly underWay: number;
  /** Orders that came too late and got "try again", and those without any answer. */
  readonly toldToWait: number;
  readonly unanswered: number;
  /** Whether the mail server was silent. */
  readonly isMailHeld: boolean;
  /** Processes that had to be killed. */
  readonly forced: number;
};

export type StopRun = {
  readonly database: DatabaseKind;
  readonly rounds: number;
  readonly seed: number;
  /** Server processes; more than one on PostgreSQL only. */
  readonly workers?: number;
  /** Told about each stop. */
  readonly tell?: (line: string) => void;
};

export type StopSummary = { readonly stops: readonly StopReport[]; readonly faults: readonly string[] };

const LOAD_MS = 700;
const STOPPED_WITHIN_MS = 10_000;

/** Sends SIGTERM under load repeatedly and checks that nothing acknowledged is missing. */
export async function runStops({
  database,
  rounds,
  seed,
  workers = 1,
  tell = () => undefined,
}: StopRun): Promise<StopSummary> {
  const services = await startServices(database);
  try {
    const settings = { WORKERS: String(workers) };
    const { trial, server } = await createTrial(services, createRandom(seed).below(2 ** 32), settings);
    await server.stop();
    const stops: StopReport[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const stop = await stopOnce(trial, round % 4 === 3);
      stops.push(stop);
      tell(lineOf(stop));
    }
    const faults = [...stops.flatMap((stop) => judgeStop(stop, workers)), ...(await settle(trial)).faults];
    if (faults.length === 0) trial.target.remove();
    else tell(`the data folder is kept: ${trial.target.dataDir}`);
    return { stops, faults };
  } finally {
    await services.stop();
  }
}

/**
 * What is wrong with one stop. Only a silent mail server, which holds its job, may make it be forced. Of several
 * workers each may leave one order without an answer: the kernel queues new connections for each of them apart, and
 * resets those that a worker had not yet fetched when it closed its socket; no other worker can take them over.
 */
export function judgeStop(
  { tookMs, code, underWay, unanswered, isMailHeld, forced }: StopReport,
  workers: number,
): string[] {
  const allowed = workers === 1 ? 0 : workers;
  const faults: string[] = [];
  if (code !== 0) faults.push(`a stop ended with ${code}`);
  if (tookMs > STOPPED_WITHIN_MS) faults.push(`a stop took ${Math.round(tookMs)} ms`);
  if (unanswered > allowed)
    faults.push(
      `${unanswered} of ${underWay} orders under way got no answer at a stop of ${Math.round(tookMs)} ms`,
    );
  if (forced > 0 && !isMailHeld) faults.push(`a stop was forced in ${forced} processes`);
  return faults;
}

const lineOf = ({ tookMs, code, underWay, toldToWait, unanswered, isMailHeld, forced }: StopReport): string =>
  [
    `exit ${code} after ${Math.round(tookMs)} ms`,
    `${underWay} orders under way`,
    `${toldToWait} of them told to come again`,
    `${unanswered} unanswered`,
    ...(isMailHeld ? ['mail server silent'] : []),
    ...(forced > 0 ? [`forced in ${forced} processes`] : []),
  ].join(', ');

const countForced = ({ target }: Trial): number =>
  readFileSync(logFileOf(target), 'utf8').split(FORCED_STOP).length - 1;

async function stopOnce(trial: Trial, isMailHeld: boolean): Promise<StopReport> {
  trial.mail.hold(isMailHeld);
  const server = await trial.start();
  const streams = trial.buyers.map((buyer) => watch(server.url, buyer));
  const sent = watchSentKeys();
  const load = runLoad(trial, server.url, server.hasEnded);
  await sleep(LOAD_MS + trial.random.below(LOAD_MS));
  const underWay = [...trial.journal.underWay].filter(
    ({ state, key }) => state === 'asked' && sent.keys.has(key),
  );
  trial.journal.toldToWait.clear();
  const forcedBefore = countForced(trial);
  const { code, tookMs } = await server.stop();
  await Promise.all([load, ...streams]);
  sent.stop();
  trial.mail.hold(false);
  const notDone = underWay.filter((entry) => entry.state === 'asked');
  const unanswered = notDone.filter((entry) => !trial.journal.toldToWait.has(entry)).length;
  const toldToWait = notDone.length - unanswered;
  const forced = countForced(trial) - forcedBefore;
  return { tookMs, code, underWay: underWay.length, toldToWait, unanswered, isMailHeld, forced };
}

/** Keeps a live stream open until the shop ends it. */
async function watch(url: string, { token, address }: Buyer): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address };
  try {
    const answer = await fetch(`${url}/api/live`, { headers });
    await answer.body?.pipeTo(new WritableStream());
  } catch {
    // Cut off instead of ended, which is fine for a stream: its page reconnects.
  }
}
