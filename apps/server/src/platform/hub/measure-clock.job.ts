import { readDatabaseClock, type Db } from '../db/db.ts';
import type { Job } from '../jobs.ts';
import type { SharedClock } from './shared-clock.ts';

/** Keeps the clock that all processes share; each measures its own distance to it. */
export const createMeasureClockJob = (clock: SharedClock, db: Db): Job => ({
  name: 'measure clock',
  everyMs: 5_000,
  isEverywhere: true,
  run: async () => {
    await clock.measure(() => readDatabaseClock(db));
    return { more: false };
  },
});
