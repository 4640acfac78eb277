import { isConnectionLost } from '../../../platform/db/connection-lost.ts';
import { Refusal } from '../../../platform/refusal.ts';

/** Runs many at once; answers one result each, in their order. */
type RunBatch<I, O> = (inputs: readonly I[]) => Promise<readonly O[]>;

type Waiting<I, O> = {
  readonly input: I;
  readonly resolve: (result: O) => void;
  readonly reject: (error: unknown) => void;
  readonly since: number;
};

/** A page has given up by then: what nobody waits for any more is not begun. */
const LONGEST_WAIT_MS = 45_000;
/** Half a second's work; more only waits in vain. */
const MOST_WAITING = 10_000;

/**
 * Whatever arrives while a batch is being committed makes up the next one. There is no timer: an idle server
 * adds no delay, a busy one pays one commit for many orders. A batch that fails unexpectedly is run again one
 * by one, so that a bad order hurts only itself; what it had placed already answers under its key. Where the
 * database is out of reach all fail at once, each free to ask again under its key. Refuses (serverBusy) what
 * would wait too long.
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

  submit(input: I): Promise<O> {
    if (this.#waiting.length >= MOST_WAITING) return Promise.reject(new Refusal('serverBusy'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject, since: performance.now() });
      if (this.#isBusy) return;
      this.#isBusy = true;
      // Once everybody who is about to submit has done so.
      setImmediate(() => void this.#drain());
    });
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const now = performance.now();
      const isLate = ({ since }: Waiting<I, O>) => now - since > LONGEST_WAIT_MS;
      const next = this.#waiting.splice(0, this.#batchSize);
      for (const { reject } of next.filter(isLate)) reject(new Refusal('serverBusy'));
      const wanted = next.filter((one) => !isLate(one));
      if (wanted.length > 0) await this.#carry(wanted);
    }
    this.#isBusy = false;
  }

  async #carry(batch: readonly Waiting<I, O>[]): Promise<void> {
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
