/** Sends one batch; tells when the system has taken it. */
export type SendBatch<T> = (batch: readonly T[], onTaken: (error: Error | null) => void) => void;

/** Who does not take so many messages is not alive. */
const MOST_WAITING = 500_000;

/**
 * Sends messages to another process in order, many at a time: what comes while a batch is under way goes along
 * with the next, so a busy shop pays for few batches and an idle one waits for nothing.
 */
export class Batches<T> {
  readonly #send: SendBatch<T>;
  readonly #onStuck: () => void;
  #waiting: T[] = [];
  #isUnderWay = false;

  constructor(send: SendBatch<T>, onStuck: () => void) {
    this.#send = send;
    this.#onStuck = onStuck;
  }

  add(message: T): void {
    this.#waiting.push(message);
    if (this.#waiting.length > MOST_WAITING) this.#onStuck();
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    const batch = this.#waiting;
    this.#waiting = [];
    this.#send(batch, () => {
      // One that is not taken has no receiver any more; both ends hear of that by themselves.
      if (this.#waiting.length > 0) this.#flush();
      else this.#isUnderWay = false;
    });
  }
}
