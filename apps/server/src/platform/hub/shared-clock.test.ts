import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SharedClock } from './shared-clock.ts';

const BUSY_MS = 400;

test('an answer that waited for a busy process does not put the clock wrong', async () => {
  const micros = (): number => Number(process.hrtime.bigint() / 1_000n);
  const clock = new SharedClock();
  let reads = 0;
  await clock.measure(async () => {
    const there = micros();
    reads += 1;
    if (reads === 1) await sleep(BUSY_MS);
    return there;
  });
  expect(Math.abs(clock.now() - micros())).toBeLessThan((BUSY_MS * 1_000) / 4);
});
