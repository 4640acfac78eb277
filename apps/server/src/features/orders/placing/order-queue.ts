import { BatchQueue } from '../../../platform/batch-queue.ts';
import { isConnectionLost } from '../../../platform/db/connection-lost.ts';
import { Refusal } from '../../../platform/refusal.ts';

/** Runs a batch; returns one result for each input, in their order. */
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
 * Whatever arrives while a batch is being committed makes up the next one: a busy server pays one commit for many
 * orders. A batch that fails unexpectedly is run again one by one, so that a bad order fails alone; what the batch had
 * placed already answers under its idempotency key. Where the database cannot be reached, all fail at once and may be
 * repeated under their keys. Refuses what would wait too long (serverBusy).
 */
export class OrderQueue<I, O> {
  readonly #run: RunBatch<I, O>;
  readonly #batches: BatchQueue<Waiting<I, O>>;

  constructor(run: RunBatch<I, O>, batchSize: number) {
    this.#run = run;
    this.#batches = new BatchQueue((next) => this.#runInTime(next), batchSize);
  }

  /** How many wait for a batch. */
  get waiting(): number {
    return this.#batches.waiting;
  }

  submit(input: I): Promise<O> {
    if (this.waiting >= MAX_WAITING) return Promise.reject(new Refusal('serverBusy'));
    return new Promise((resolve, reject) => {
      this.#batches.add({ input, resolve, reject, since: performance.now() });
    });
  }

  async #runInTime(next: readonly Waiting<I, O>[]): Promise<void> {
    const now = performance.now();
    const isLate = ({ since }: Waiting<I, O>) => now - since > MAX_WAIT_MS;
    for (const { reject } of next.filter(isLate)) reject(new Refusal('serverBusy'));
    const batch = next.filter((one) => !isLate(one));
    if (batch.length > 0) await this.#runBatch(batch);
  }

  async #runBatch(batch: readonly Waiting<I, O>[]): Promise<void> {
    try {
      const results = await this.#run(batch.map(({ input }) => input));
      batch.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      if (batch.length > 1 && !isConnectionLost(error)) await this.#runSingly(batch);
      else batch.forEach(({ reject }) => reject(error));
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
