import { isConnectionLost } from '../../../platform/db/connections/database-outage.ts';
import { Refusal } from '../../../platform/refusal.ts';

/** Returns one result for each input, in their order. */
type RunBatch<I, O> = (inputs: readonly I[]) => Promise<readonly O[]>;

type Waiting<I, O> = {
  readonly input: I;
  readonly resolve: (result: O) => void;
  readonly reject: (error: unknown) => void;
  readonly since: number;
};

/** Pages give up by then, so what has waited longer is not started. */
const MAX_WAIT_MS = 45_000;
/** Half a second's work; more would only wait to be given up. */
const MAX_WAITING = 10_000;

/**
 * Whatever arrives while one batch runs makes up the next: a busy server pays one commit for many orders. There is no
 * timer. If a batch fails unexpectedly, its orders run one by one, so that a bad order fails alone; what the batch had
 * already placed answers under its idempotency key. If the database is out of reach, all fail at once. Refuses what
 * would wait too long (serverBusy).
 */
export class OrderQueue<I, O> {
  readonly #run: RunBatch<I, O>;
  readonly #batchSize: number;
  readonly #onFailedBatch: (error: unknown, size: number) => void;
  #waiting: Waiting<I, O>[] = [];
  #isRunning = false;

  /** `onFailedBatch` hears of a batch whose orders are tried one by one: what failed it may not fail again. */
  constructor(
    run: RunBatch<I, O>,
    batchSize: number,
    onFailedBatch: (error: unknown, size: number) => void = () => undefined,
  ) {
    this.#run = run;
    this.#batchSize = batchSize;
    this.#onFailedBatch = onFailedBatch;
  }

  /** How many wait for a batch. */
  get waiting(): number {
    return this.#waiting.length;
  }

  submit(input: I): Promise<O> {
    if (this.waiting >= MAX_WAITING) return Promise.reject(new Refusal('serverBusy'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject, since: performance.now() });
      if (this.#isRunning) return;
      this.#isRunning = true;
      // The batch takes along what else is submitted in this turn of the event loop.
      setImmediate(() => void this.#runAll());
    });
  }

  async #runAll(): Promise<void> {
    while (this.waiting > 0) {
      const batch = this.#take();
      if (batch.length > 0) await this.#runBatch(batch);
    }
    this.#isRunning = false;
  }

  /** The first that wait; those that have waited too long are refused. */
  #take(): readonly Waiting<I, O>[] {
    const oldest = performance.now() - MAX_WAIT_MS;
    const inTime = this.#waiting.filter(({ since }) => since >= oldest);
    this.#waiting
      .filter(({ since }) => since < oldest)
      .forEach(({ reject }) => reject(new Refusal('serverBusy')));
    this.#waiting = inTime.slice(this.#batchSize);
    return inTime.slice(0, this.#batchSize);
  }

  async #runBatch(batch: readonly Waiting<I, O>[]): Promise<void> {
    try {
      const results = await this.#run(batch.map(({ input }) => input));
      batch.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      if (batch.length === 1 || isConnectionLost(error)) return batch.forEach(({ reject }) => reject(error));
      this.#onFailedBatch(error, batch.length);
      await this.#runSingly(batch);
    }
  }

  async #runSingly(batch: readonly Waiting<I, O>[]): Promise<void> {
    for (const [index, { input, resolve, reject }] of batch.entries()) {
      try {
        const [result] = await this.#run([input]);
        resolve(result!);
      } catch (error) {
        reject(error);
        if (isConnectionLost(error)) return batch.slice(index).forEach((one) => one.reject(error));
      }
    }
  }
}
