import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Hub } from './platform/hub/hub.ts';
import type { ToHub } from './platform/hub/messages.ts';
import { serveWorker } from './platform/hub/serve-worker.ts';
import type { Log } from './platform/log.ts';
import { StartError } from './platform/start-error.ts';

/** A worker's message: for the hub, or that it accepts calls, or why it could not start. */
export type WorkerMessage =
  | readonly ToHub[]
  | Readonly<{ kind: 'open' } | { kind: 'failed'; reason: string }>;

export type WorkersOptions = { readonly count: number; readonly port: number; readonly log: Log };

const WORKER = join(import.meta.dirname, 'worker.ts');
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** A worker that ran this long did not fail at its start, so the restart delay is reset. */
const STABLE_AFTER_MS = 10_000;

/** Keeps a number of workers running, replaces those that die, and hosts their hub. */
export class Workers {
  readonly #options: WorkersOptions;
  readonly #hub = new Hub();
  readonly #children = new Set<ChildProcess>();
  readonly #supervised: Promise<void>[] = [];
  readonly #stopping = new AbortController();

  constructor(options: WorkersOptions) {
    this.#options = options;
  }

  /** Resolves when all accept calls. Rejects with the reason of the first that cannot; the caller then calls `stop`. */
  async open(): Promise<void> {
    // No worker outlives this process, however it ends.
    process.once('exit', this.#killAll);
    const opened = Array.from({ length: this.#options.count }, () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      this.#supervised.push(this.#supervise(resolve, reject));
      return promise;
    });
    await Promise.all(opened);
  }

  /** Stops all workers and waits until they have exited. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const child of this.#children) child.kill('SIGTERM');
    await Promise.all(this.#supervised);
    process.off('exit', this.#killAll);
  }

  /** Runs one worker and replaces it when it dies, after growing delays if it dies right away. */
  async #supervise(onFirstOpen: () => void, onFirstEnd: (error: Error) => void): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!this.#stopping.signal.aborted) {
      const start = performance.now();
      const end = await this.#runOne(onFirstOpen);
      onFirstEnd(new StartError(end));
      if (this.#stopping.signal.aborted) return;
      if (performance.now() - start > STABLE_AFTER_MS) pauseMs = FIRST_PAUSE_MS;
      this.#options.log.error(
        { reason: end, pauseMs },
        'a server process has ended; another takes its place',
      );
      await sleep(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
  }

  /** Resolves with the reason when the worker has exited. */
  async #runOne(onOpen: () => void): Promise<string> {
    const child = fork(WORKER, { env: { ...process.env, PORT: String(this.#options.port) } });
    const kill = (): void => void child.kill('SIGKILL');
    const served = serveWorker(this.#hub, (batch, onSent) => child.send(batch, onSent), kill);
    let failure: string | null = null;
    child.on('message', (message: WorkerMessage) => {
      if (!('kind' in message)) served.receive(message);
      else if (message.kind === 'open') onOpen();
      else failure = message.reason;
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
