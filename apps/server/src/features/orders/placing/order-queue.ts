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
 * Whatever arrives while a batch is being committed makes up the next one. There is no timer: an idle server adds no
 * delay, a busy one pays one commit for many orders. A batch that fails unexpectedly is run again one by one, so that
 * a bad order fails alone; what the batch had placed already answers under its idempotency key. Where the database
 * cannot be reached, all fail at once and may be repeated under their keys. Refuses what would wait too long
 * (serverBusy).
 */
export class OrderQueue<I, O> {
  readonly #run: RunBatch<I, O>;
  readonly #batchSize: number;
  #waiting: Waiting<I, O>[] = [];
  #isBusy = false;

  constructor(run: RunBatch<I, O>, batchSize: number) {
    this.#run = run;
    this.#batchSize = batchSize;
  }

  /** How many wait for a batch. */
  get waiting(): number {
    return this.#waiting.length;
  }

  submit(input: I): Promise<O> {
    if (this.#waiting.length >= MAX_WAITING) return Promise.reject(new Refusal('serverBusy'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject, since: performance.now() });
      if (this.#isBusy) return;
      this.#isBusy = true;
      // Let everybody who submits in this turn of the event loop do so first.
      setImmediate(() => void this.#drain());
    });
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const now = performance.now();
      const isLate = ({ since }: Waiting<I, O>) => now - since > MAX_WAIT_MS;
      const next = this.#waiting.splice(0, this.#batchSize);
      for (const { reject } of next.filter(isLate)) reject(new Refusal('serverBusy'));
      const batch = next.filter((one) => !isLate(one));
      if (batch.length > 0) await this.#runBatch(batch);
    }
    this.#isBusy = false;
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
