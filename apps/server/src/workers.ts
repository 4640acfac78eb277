import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Hub } from './platform/hub/hub.ts';
import type { ToHub } from './platform/hub/messages.ts';
import { serveWorker } from './platform/hub/serve-worker.ts';
import type { Log } from './platform/log.ts';
import { StartError } from './platform/start-error.ts';

/** What a worker says: to the hub, or that it takes calls, or why it could not start. */
export type WorkerWord = readonly ToHub[] | Readonly<{ kind: 'open' } | { kind: 'failed'; reason: string }>;

export type WorkersOptions = { readonly count: number; readonly port: number; readonly log: Log };

const WORKER = join(import.meta.dirname, 'worker.ts');
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** Who lived so long did not die of its start. */
const SOUND_AFTER_MS = 10_000;

/** Keeps so many workers running, each replaced when it dies, and is the hub they meet at. */
export class Workers {
  readonly #options: WorkersOptions;
  readonly #hub = new Hub();
  readonly #children = new Set<ChildProcess>();
  readonly #kept: Promise<void>[] = [];
  readonly #stopping = new AbortController();

  constructor(options: WorkersOptions) {
    this.#options = options;
  }

  /** Resolves when all take calls. Rejects with the reason of the first that cannot; stop the others then. */
  async open(): Promise<void> {
    // However this process ends, no worker outlives it.
    process.once('exit', this.#killAll);
    const opened = Array.from({ length: this.#options.count }, () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      this.#kept.push(this.#keep(resolve, reject));
      return promise;
    });
    await Promise.all(opened);
  }

  /** Asks all to stop and waits until they have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const child of this.#children) child.kill('SIGTERM');
    await Promise.all(this.#kept);
    process.off('exit', this.#killAll);
  }

  /** One place among the workers: whoever has it is replaced when it dies, ever slower if it does so at once. */
  async #keep(onFirstOpen: () => void, onFirstEnd: (error: Error) => void): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!this.#stopping.signal.aborted) {
      const start = performance.now();
      const end = await this.#runOne(onFirstOpen);
      onFirstEnd(new StartError(end));
      if (this.#stopping.signal.aborted) return;
      if (performance.now() - start > SOUND_AFTER_MS) pauseMs = FIRST_PAUSE_MS;
      this.#options.log.error(
        { reason: end, pauseMs },
        'a server process has ended; another takes its place',
      );
      await sleep(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
  }

  /** Resolves when it has ended, with the reason. */
  async #runOne(onOpen: () => void): Promise<string> {
    const child = fork(WORKER, { env: { ...process.env, PORT: String(this.#options.port) } });
    const kill = (): void => void child.kill('SIGKILL');
    const served = serveWorker(this.#hub, (batch, onTaken) => child.send(batch, onTaken), kill);
    let failure: string | null = null;
    child.on('message', (word: WorkerWord) => {
      if (!('kind' in word)) served.hear(word);
      else if (word.kind === 'open') onOpen();
      else failure = word.reason;
    });
    this.#children.add(child);
    try {
      const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
      return failure ?? `A server process (${child.pid}) ended with ${signal ?? code}`;
    } catch (error) {
      return `A server process could not be started: ${(error as Error).message}`;
    } finally {
      this.#children.delete(child);
      served.close();
    }
  }

  readonly #killAll = (): void => {
    for (const child of this.#children) child.kill('SIGKILL');
  };
}
