import { readDatabaseClock, type Db } from '../db/db.ts';
import type { Job } from '../jobs.ts';
import type { SharedClock } from './shared-clock.ts';

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
