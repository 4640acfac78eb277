type Waiting<I, O> = {
  readonly input: I;
  readonly resolve: (result: O) => void;
  readonly reject: (error: unknown) => void;
};

/** Returns one result for each input, in their order. */
type RunBatch<I, O> = (inputs: readonly I[]) => Promise<readonly O[]>;

type BatchQueueOptions = {
  /** Whether the inputs of a failed batch are retried one by one, so that a bad one fails alone. */
  readonly retriesSingly?: boolean;
};

/**
 * Runs what arrives in one turn of the event loop, or during the previous batch, as one batch, in order. There is no
 * timer: an idle process adds no delay, a busy one shares the cost of a batch. If a batch fails, so do all of its
 * inputs, unless they are retried singly.
 */
export class BatchQueue<I, O> {
  readonly #run: RunBatch<I, O>;
  readonly #retriesSingly: boolean;
  readonly #waiting: Waiting<I, O>[] = [];
  #isBusy = false;

  constructor(run: RunBatch<I, O>, { retriesSingly = false }: BatchQueueOptions = {}) {
    this.#run = run;
    this.#retriesSingly = retriesSingly;
  }

  /** The input's result; rejects if its batch failed. */
  submit(input: I): Promise<O> {
    const { promise, ...settle } = Promise.withResolvers<O>();
    this.#waiting.push({ input, ...settle });
    if (!this.#isBusy) {
      this.#isBusy = true;
      // Lets everything else of this turn of the event loop be submitted first.
      setImmediate(() => void this.#drain());
    }
    return promise;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) await this.#settle(this.#waiting.splice(0));
    this.#isBusy = false;
  }

  async #settle(batch: readonly Waiting<I, O>[]): Promise<void> {
    try {
      const results = await this.#run(batch.map(({ input }) => input));
      batch.forEach(({ resolve }, at) => resolve(results[at]!));
    } catch (error) {
      if (this.#retriesSingly && batch.length > 1) for (const one of batch) await this.#settle([one]);
      else for (const { reject } of batch) reject(error);
    }
  }
}
