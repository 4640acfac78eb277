const ownMicros = (): number => Number(process.hrtime.bigint() / 1_000n);

/**
 * Microseconds that processes on several hosts agree on closely enough to order two changes of one row: each measures
 * how far its own steady clock is from that of the database. The error is at most half a round trip, and a row that
 * one process has released reaches the other no sooner than after half a round trip of each, so the order is right.
 */
export class SharedClock {
  #offset = 0;

  now(): number {
    return ownMicros() + this.#offset;
  }

  /** Measures the offset to the clock that `read` answers with. To be repeated, because clocks drift. */
  async measure(read: () => Promise<number>): Promise<void> {
    const before = ownMicros();
    const there = await read();
    this.#offset = there - (before + ownMicros()) / 2;
  }
}
