import { expect, test } from 'vitest';
import { judgeStop, runStops } from '../setup/runs/run-stops.ts';
import { hasPostgres } from '../setup/target.ts';

test('a stop under load answers open requests, ends in time and loses nothing', async () => {
  const seed = Date.now() % 1_000_000;
  const { stops, faults } = await runStops({
    database: hasPostgres ? 'postgres' : 'embedded',
    rounds: 3,
    seed,
  });
  expect(faults).toEqual([]);
  expect(stops.reduce((sum, stop) => sum + stop.underWay, 0)).toBeGreaterThan(0);
});

test('every kind of faulty stop is found', () => {
  const good = {
    tookMs: 90,
    code: 0,
    underWay: 5,
    toldToWait: 0,
    unanswered: 0,
    cutStreams: 0,
    isMailHeld: false,
    forced: 0,
  };
  expect(judgeStop(good)).toEqual([]);
  expect(judgeStop({ ...good, forced: 1, tookMs: 8_100, isMailHeld: true })).toEqual([]);
  for (const bad of [{ code: 1 }, { tookMs: 5_100 }, { unanswered: 1 }, { cutStreams: 1 }, { forced: 1 }])
    expect(judgeStop({ ...good, ...bad })).toHaveLength(1);
});
