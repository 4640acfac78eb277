/**
 * Runs what arrives in one turn of the event loop, or while the batch before is under way, as one batch, in its order.
 * There is no timer: an idle process adds no delay, a busy one shares the cost of a batch. `run` must not reject.
 */
export class BatchQueue<T> {
  readonly #run: (batch: readonly T[]) => Promise<void>;
  readonly #size: number;
  readonly #waiting: T[] = [];
  #isBusy = false;

  /** `size` is the most that one batch takes. */
  constructor(run: (batch: readonly T[]) => Promise<void>, size = Infinity) {
    this.#run = run;
    this.#size = size;
  }

  /** How many wait for a batch. */
  get waiting(): number {
    return this.#waiting.length;
  }

  add(one: T): void {
    this.#waiting.push(one);
    if (this.#isBusy) return;
    this.#isBusy = true;
    // Whatever else is added in this turn of the event loop comes first.
    setImmediate(() => void this.#drain());
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) await this.#run(this.#waiting.splice(0, this.#size));
    this.#isBusy = false;
  }
}
