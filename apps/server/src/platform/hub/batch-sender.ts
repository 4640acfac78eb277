/** Sends one batch; calls `onSent` once the operating system has taken it. */
export type SendBatch<T> = (batch: readonly T[], onSent: (error: Error | null) => void) => void;

/** A receiver that lets so many messages queue up is not alive. */
const MAX_QUEUED = 500_000;

/**
 * Sends messages to another process in order and in batches: messages that arrive while a batch is being sent go
 * with the next one. A busy shop sends few batches, an idle one never waits.
 */
export class BatchSender<T> {
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
    if (this.#waiting.length > MAX_QUEUED) this.#onStuck();
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    const batch = this.#waiting;
    this.#waiting = [];
    this.#send(batch, () => {
      // A batch that fails has no receiver any more; both ends notice the lost connection by themselves.
      if (this.#waiting.length > 0) this.#flush();
      else this.#isUnderWay = false;
    });
  }
}
