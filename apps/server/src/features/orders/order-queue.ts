/** Runs many at once; answers one result each, in their order. `isAlone`: no other batch is under way. */
type RunBatch<I, O> = (inputs: readonly I[], isAlone: boolean) => Promise<readonly O[]>;

type Waiting<I, O> = {
  readonly input: I;
  readonly resolve: (result: O) => void;
  readonly reject: (error: unknown) => void;
};

export type QueueLimits = { readonly batchSize: number; readonly lanes: number };

/**
 * Whatever arrives while batches are being committed makes up the next one. There is no timer: an idle server
 * adds no delay, a busy one pays one commit for many orders. A batch that fails unexpectedly has changed
 * nothing and is run again one by one, so that a bad order hurts only itself.
 */
export class OrderQueue<I, O> {
  readonly #run: RunBatch<I, O>;
  readonly #limits: QueueLimits;
  #waiting: Waiting<I, O>[] = [];
  #busyLanes = 0;

  constructor(run: RunBatch<I, O>, limits: QueueLimits) {
    this.#run = run;
    this.#limits = limits;
  }

  submit(input: I): Promise<O> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject });
      if (this.#busyLanes < this.#limits.lanes) {
        this.#busyLanes += 1;
        queueMicrotask(() => void this.#drain());
      }
    });
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#limits.batchSize);
      try {
        const results = await this.#run(
          batch.map(({ input }) => input),
          this.#busyLanes === 1,
        );
        batch.forEach(({ resolve }, index) => resolve(results[index]!));
      } catch (error) {
        if (batch.length === 1) batch[0]!.reject(error);
        else await this.#runSingly(batch);
      }
    }
    this.#busyLanes -= 1;
  }

  async #runSingly(batch: readonly Waiting<I, O>[]): Promise<void> {
    for (const { input, resolve, reject } of batch) {
      try {
        const [result] = await this.#run([input], false);
        resolve(result!);
      } catch (error) {
        reject(error);
      }
    }
  }
}
