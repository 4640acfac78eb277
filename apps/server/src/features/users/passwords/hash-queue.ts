import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { refuse } from '../../../platform/refusal.ts';
import type { HashAnswer, HashTask, Numbered } from './hash-thread.ts';

/** One processor stays free for everything else. */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
/**
 * More tasks would wait longer than two seconds on a busy machine, so they are refused instead. The limit also bounds
 * memory and the load on the database during a rush.
 */
export const MOST_WAITING = 64;

type Waiting = {
  readonly task: HashTask;
  readonly settle: (answer: HashAnswer) => void;
};

/**
 * Threads of our own for passwords. In libuv's pool four hashes hold up every read of a file, so that sixty sign-ins
 * stop the pages. A thread is started with its first task, keeps the process alive only while it works, and is
 * replaced after a crash, which fails its task only.
 */
class HashThreads {
  readonly #waiting: Waiting[] = [];
  readonly #idle: Worker[] = [];
  #started = 0;
  #lastId = 0;

  run(task: HashTask): Promise<string | boolean> {
    return new Promise((resolve, reject) => {
      const settle = (answer: HashAnswer): void =>
        'error' in answer ? reject(new Error(`argon2: ${answer.error}`)) : resolve(answer.result);
      this.#waiting.push({ task, settle });
      const worker = this.#idle.pop() ?? (this.#started < THREADS ? this.#start() : undefined);
      if (worker) this.#next(worker);
    });
  }

  #start(): Worker {
    this.#started += 1;
    return new Worker(new URL('./hash-thread.ts', import.meta.url));
  }

  #next(worker: Worker): void {
    const next = this.#waiting.shift();
    if (!next) {
      worker.unref();
      this.#idle.push(worker);
      return;
    }
    const finish = (answer: HashAnswer): void => {
      worker.off('message', onAnswer).off('error', onCrash);
      next.settle(answer);
    };
    const id = ++this.#lastId;
    // Node may send messages of its own, as `node --watch` does: none of them is the answer to a password.
    const onAnswer = (answer: Partial<Numbered<HashAnswer>>): void => {
      if (answer.id !== id || answer.of === undefined) return;
      finish(answer.of);
      this.#next(worker);
    };
    const onCrash = (error: Error): void => {
      finish({ error: error.message });
      this.#started -= 1;
      if (this.#waiting.length > 0) this.#next(this.#start());
    };
    worker.on('message', onAnswer).once('error', onCrash);
    worker.ref();
    worker.postMessage({ id, of: next.task } satisfies Numbered<HashTask>);
  }
}

const threads = new HashThreads();
let inside = 0;

/** Computes on a thread of its own, after all that were asked for before; for those who have a place already. */
export const computeHash = (task: HashTask): Promise<string | boolean> => threads.run(task);

/**
 * Does the step in a place of the queue for password hashes. Refuses (serverBusy) when all places are taken, before
 * anything of the step is done: nothing is counted against a caller who is asked to try again later.
 */
export async function inHashQueue<T>(step: () => Promise<T>): Promise<T> {
  if (inside >= MOST_WAITING) refuse('serverBusy', 'password hashes');
  inside += 1;
  try {
    return await step();
  } finally {
    inside -= 1;
  }
}
