import { setTimeout as sleep } from 'node:timers/promises';
import { audit, settle } from '../checks/audit.ts';
import { runLoad } from '../load/load.ts';
import { createRandom } from '../random.ts';
import type { Server } from '../server.ts';
import { startServices } from '../services.ts';
import type { DatabaseKind } from '../target.ts';
import { createTrial } from '../trial.ts';
import type { Trial } from '../trial-type.ts';

/** `notes` describe what happened; a trial with `faults` has failed. */
export type FaultReport = { readonly notes: readonly string[]; readonly faults: readonly string[] };

export type FaultRun = {
  readonly database: DatabaseKind;
  readonly rounds: number;
  readonly seed: number;
  readonly tell: (line: string) => void;
};

/** Injects one kind of fault into a running shop; returns what went wrong besides the books. */
type InjectFault = (shop: {
  readonly trial: Trial;
  readonly server: Server;
  readonly run: FaultRun;
  readonly tell: (line: string) => void;
}) => Promise<readonly string[]>;

/** Injects the fault, checks the books and the journal, lets the shop finish everything, and checks again. */
export async function runFault(run: FaultRun, harm: InjectFault): Promise<FaultReport> {
  const services = await startServices(run.database);
  const notes: string[] = [];
  const tell = (line: string): void => {
    notes.push(line);
    run.tell(line);
  };
  try {
    const { trial, server } = await createTrial(services, createRandom(run.seed).below(2 ** 32));
    const faults = [...(await harm({ trial, server, run, tell }))];
    await server.kill();
    if (faults.length === 0) faults.push(...(await audit(trial)));
    if (faults.length === 0) faults.push(...(await settle(trial)).faults);
    tell(
      `${trial.journal.countOrders('acknowledged')} orders acknowledged, ${trial.journal.transfers.length} transfers`,
    );
    if (faults.length === 0) trial.target.remove();
    else tell(`the data folder is kept: ${trial.target.dataDir}`);
    return { notes, faults };
  } finally {
    await services.stop();
  }
}

/** Loads the shop during a step and shortly after it. */
export async function underLoad<T>(trial: Trial, server: Server, step: () => Promise<T>): Promise<T> {
  let isOver = false;
  const load = runLoad(trial, server.url, () => isOver || server.hasEnded());
  try {
    return await step();
  } finally {
    isOver = true;
    await load;
  }
}

export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );

export async function waitUntil(
  what: string,
  withinMs: number,
  isSo: () => Promise<boolean> | boolean,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`it did not come about that ${what}`);
    await sleep(50);
  }
}

/** An interrupted trial ends like any other, so that it leaves no process behind. */
export function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
}
