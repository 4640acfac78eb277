import { expect, test } from 'vitest';
import { runStops } from './setup/run-stops.ts';
import { hasPostgres } from './setup/target.ts';

const STOPPED_WITHIN_MS = 10_000;

test(
  'a stop under load answers what is under way, ends in time and loses nothing',
  { timeout: 120_000 },
  async () => {
    const seed = Date.now() % 1_000_000;
    const { stops, faults } = await runStops({
      database: hasPostgres ? 'postgres' : 'embedded',
      rounds: 3,
      seed,
    });
    expect(faults).toEqual([]);
    for (const { code, tookMs, unanswered } of stops) {
      expect(code).toBe(0);
      expect(tookMs).toBeLessThan(STOPPED_WITHIN_MS);
      expect(unanswered).toBe(0);
    }
    expect(stops.reduce((sum, stop) => sum + stop.underWay, 0)).toBeGreaterThan(0);
  },
);
