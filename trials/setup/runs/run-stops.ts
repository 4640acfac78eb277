import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { FORCED_STOP } from '../../../apps/server/src/boot/run-until-stopped.ts';
import { settle } from '../checks/audit.ts';
import type { Buyer } from '../load/call.ts';
import { runLoad } from '../load/load.ts';
import { createRandom } from '../random.ts';
import { startServices } from '../services.ts';
import type { DatabaseKind } from '../target.ts';
import { createTrial, logFileOf } from '../trial.ts';
import type { Trial } from '../trial-type.ts';

type StopReport = {
  readonly tookMs: number;
  readonly code: number | null;
  /** New orders that were sent but unanswered at the signal. */
  readonly underWay: number;
  /** Orders that came too late and were told to try again, and those without any answer. */
  readonly toldToWait: number;
  readonly unanswered: number;
  /** Whether the mail server was silent. */
  readonly isMailHeld: boolean;
  /** Live streams that broke instead of ending, which makes a page reconnect. */
  readonly cutStreams: number;
  /** 1 if the process did not end by itself. */
  readonly forced: number;
};

type StopRun = {
  readonly database: DatabaseKind;
  readonly rounds: number;
  readonly seed: number;
  /** Called after each stop. */
  readonly tell?: (line: string) => void;
};

type StopSummary = { readonly stops: readonly StopReport[]; readonly faults: readonly string[] };

const LOAD_MS = 700;
const STREAMS_A_BUYER = 10;
/** For an order under way, a millisecond apart. */
const MOST_LOOKS = 2_000;
/** A stop with a hundred open streams takes half a second on an idle machine. */
const STOPPED_WITHIN_MS = 5_000;
const FORCED_WITHIN_MS = 10_000;

/** Sends SIGTERM under load repeatedly and checks that nothing acknowledged is missing. */
export async function runStops({
  database,
  rounds,
  seed,
  tell = () => undefined,
}: StopRun): Promise<StopSummary> {
  const services = await startServices(database);
  try {
    const { trial, server } = await createTrial(services, createRandom(seed).below(2 ** 32));
    await server.stop();
    const stops: StopReport[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const stop = await stopOnce(trial, round % 4 === 3);
      stops.push(stop);
      tell(lineOf(stop));
    }
    const faults = [...stops.flatMap(judgeStop), ...(await settle(trial)).faults];
    if (faults.length === 0) trial.target.remove();
    else tell(`the data folder is kept: ${trial.target.dataDir}`);
    return { stops, faults };
  } finally {
    await services.stop();
  }
}

/** What is wrong with one stop. Only a silent mail server, which blocks its job, may make it long and forced. */
export function judgeStop(report: StopReport): string[] {
  const { tookMs, code, underWay, unanswered, cutStreams, isMailHeld, forced } = report;
  const faults: string[] = [];
  if (code !== 0) faults.push(`a stop ended with ${code}`);
  if (tookMs > (isMailHeld ? FORCED_WITHIN_MS : STOPPED_WITHIN_MS))
    faults.push(`a stop took ${Math.round(tookMs)} ms`);
  if (unanswered > 0)
    faults.push(
      `${unanswered} of ${underWay} orders under way got no answer at a stop of ${Math.round(tookMs)} ms`,
    );
  if (cutStreams > 0) faults.push(`${cutStreams} streams were cut off rather than ended`);
  if (forced > 0 && !isMailHeld) faults.push('a stop was forced');
  return faults;
}

const lineOf = ({ tookMs, code, underWay, toldToWait, unanswered, isMailHeld, forced }: StopReport): string =>
  [
    `exit ${code} after ${Math.round(tookMs)} ms`,
    `${underWay} orders under way`,
    `${toldToWait} of them told to retry`,
    `${unanswered} unanswered`,
    ...(isMailHeld ? ['mail server silent'] : []),
    ...(forced > 0 ? ['forced'] : []),
  ].join(', ');

const countForced = ({ target }: Trial): number =>
  readFileSync(logFileOf(target), 'utf8').split(FORCED_STOP).length - 1;

async function stopOnce(trial: Trial, isMailHeld: boolean): Promise<StopReport> {
  trial.mail.hold(isMailHeld);
  const server = await trial.start();
  const watchers = Array.from({ length: STREAMS_A_BUYER }, () => trial.buyers).flat();
  const streams = await Promise.all(watchers.map((buyer) => watch(server.url, buyer)));
  const sent = watchSentKeys();
  const load = runLoad(trial, server.url, server.hasEnded);
  await sleep(LOAD_MS + trial.random.below(LOAD_MS));
  const findUnderWay = () =>
    [...trial.journal.underWay].filter(({ state, key }) => state === 'asked' && sent.keys.has(key));
  // On a fast machine an order is answered at most moments.
  for (let tries = 0; tries < MOST_LOOKS && findUnderWay().length === 0; tries += 1) await sleep(1);
  const underWay = findUnderWay();
  trial.journal.toldToWait.clear();
  const forcedBefore = countForced(trial);
  const { code, tookMs } = await server.stop();
  const [ends] = await Promise.all([Promise.all(streams.map(({ ended }) => ended)), load]);
  const cutStreams = ends.filter((end) => end === 'cut').length;
  sent.stop();
  trial.mail.hold(false);
  const notDone = underWay.filter((entry) => entry.state === 'asked');
  const unanswered = notDone.filter((entry) => !trial.journal.toldToWait.has(entry)).length;
  const toldToWait = notDone.length - unanswered;
  const forced = countForced(trial) - forcedBefore;
  return { tookMs, code, underWay: underWay.length, toldToWait, unanswered, cutStreams, isMailHeld, forced };
}

/** Keeps a live stream open until the shop ends it; resolves once it is open, to how it ends. */
async function watch(
  url: string,
  { token, address }: Buyer,
): Promise<{ readonly ended: Promise<'ended' | 'cut'> }> {
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address };
  const answer = await fetch(`${url}/api/live`, { headers });
  if (!answer.ok) throw new Error(`a live stream was answered ${answer.status}`);
  const ended = answer.body!.pipeTo(new WritableStream()).then(
    () => 'ended' as const,
    () => 'cut' as const,
  );
  return { ended };
}

const SENT = 'undici:request:bodySent';

/**
 * The idempotency keys of requests that were sent completely. A request only begun need not be answered: on a busy
 * machine a stopping shop closes idle connections before its first byte.
 */
function watchSentKeys(): { readonly keys: Set<string>; stop(): void } {
  const keys = new Set<string>();
  const onSent = (message: unknown): void => {
    const { headers } = (message as { request: { headers: readonly string[] } }).request;
    const at = headers.indexOf('idempotency-key');
    if (at >= 0) keys.add(headers[at + 1]!);
  };
  subscribe(SENT, onSent);
  return { keys, stop: () => void unsubscribe(SENT, onSent) };
}
