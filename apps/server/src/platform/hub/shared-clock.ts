import { readDatabaseClock, type Db } from '../db/db.ts';
import type { Job } from '../jobs.ts';

const ownMicros = (): number => Number(process.hrtime.bigint() / 1_000n);

const SAMPLES = 5;

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

  /**
   * Measures the offset to the clock that `read` answers with. To be repeated, because clocks drift. The quickest of
   * several answers counts: one that waited for a busy process would put the clock wrong by half of its wait, and a
   * newer state would look older and be dropped.
   */
  async measure(read: () => Promise<number>): Promise<void> {
    let quickest = Infinity;
    let offset = this.#offset;
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const before = ownMicros();
      const there = await read();
      const after = ownMicros();
      if (after - before >= quickest) continue;
      quickest = after - before;
      offset = there - (before + after) / 2;
    }
    this.#offset = offset;
  }
}

/** Keeps this process's clock at that of the database, which all processes have in common. */
export const createMeasureClockJob = (clock: SharedClock, db: Db): Job => ({
  name: 'measure clock',
  everyMs: 5_000,
  isEverywhere: true,
  run: async () => {
    await clock.measure(() => readDatabaseClock(db));
    return { more: false };
  },
});
