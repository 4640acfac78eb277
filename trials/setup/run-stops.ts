import { setTimeout as sleep } from 'node:timers/promises';
import { settle } from './audit.ts';
import type { Buyer } from './call.ts';
import { runLoad } from './load.ts';
import { createRandom } from './random.ts';
import { openSurroundings } from './surroundings.ts';
import type { DatabaseKind } from './target.ts';
import { createTrial, type Trial } from './trial.ts';

export type StopReport = {
  readonly tookMs: number;
  readonly code: number | null;
  /** New orders that had been sent and had no answer at the signal, and how many of them got none at all. */
  readonly underWay: number;
  readonly unanswered: number;
  /** Whether the mail server said nothing meanwhile. */
  readonly isMailHeld: boolean;
};

export type StopRun = {
  readonly database: DatabaseKind;
  readonly rounds: number;
  readonly seed: number;
  /** Server processes; more than one on PostgreSQL only. */
  readonly workers?: number;
};

export type StopSummary = { readonly stops: readonly StopReport[]; readonly faults: readonly string[] };

const LOAD_MS = 700;

/** Sends SIGTERM under load, again and again; then looks whether anything acknowledged is missing. */
export async function runStops({ database, rounds, seed, workers = 1 }: StopRun): Promise<StopSummary> {
  const surroundings = await openSurroundings(database);
  try {
    const settings = { WORKERS: String(workers) };
    const { trial, server } = await createTrial(surroundings, createRandom(seed).below(2 ** 32), settings);
    await server.stop();
    const stops: StopReport[] = [];
    for (let round = 0; round < rounds; round += 1) stops.push(await stopOnce(trial, round % 4 === 3));
    const { faults } = await settle(trial);
    trial.target.remove();
    return { stops, faults };
  } finally {
    await surroundings.stop();
  }
}

async function stopOnce(trial: Trial, isMailHeld: boolean): Promise<StopReport> {
  trial.mail.hold(isMailHeld);
  const server = await trial.start();
  const streams = trial.buyers.map((buyer) => watch(server.url, buyer));
  const load = runLoad(trial, server.url, server.hasEnded);
  await sleep(LOAD_MS + trial.random.below(LOAD_MS));
  const underWay = [...trial.journal.underWay].filter((entry) => entry.state === 'asked');
  const { code, tookMs } = await server.stop();
  await Promise.all([load, ...streams]);
  trial.mail.hold(false);
  const unanswered = underWay.filter((entry) => entry.state === 'asked').length;
  return { tookMs, code, underWay: underWay.length, unanswered, isMailHeld };
}

/** Keeps a live stream open until the shop ends it. */
async function watch(url: string, { token, address }: Buyer): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address };
  try {
    const answer = await fetch(`${url}/api/live`, { headers });
    await answer.body?.pipeTo(new WritableStream());
  } catch {
    // Cut off rather than ended: as good for a stream, whose page connects again.
  }
}
