import { expect, test } from 'vitest';
import { RangeLimits } from './range-limits.ts';

test('a refusal halves, down to one', () => {
  const limits = new RangeLimits();
  expect(limits.lengthOf('a', 2_000)).toBe(2_000);
  limits.refuse('a', 2_000);
  expect(limits.lengthOf('a', 2_000)).toBe(1_000);
  expect(limits.lengthOf('b', 2_000)).toBe(2_000);
  for (let length = 1_000; length > 1; length = limits.lengthOf('a', 2_000)) limits.refuse('a', length);
  limits.refuse('a', 1);
  expect(limits.lengthOf('a', 2_000)).toBe(1);
});

test('it grows slowly, ever more slowly where growing fails, and never beyond what is wanted', () => {
  const limits = new RangeLimits();
  const LIMIT = 100;
  let refused = 0;
  limits.refuse('a', 150);
  for (let asked = 0; asked < 10_000; asked++) {
    const length = limits.lengthOf('a', 2_000);
    if (length > LIMIT) {
      refused += 1;
      limits.refuse('a', length);
    } else limits.answer('a', length);
  }
  expect(limits.lengthOf('a', 2_000)).toBeGreaterThan(75);
  expect(refused).toBeLessThan(12);
  expect(limits.lengthOf('a', 10)).toBe(10);
});

test('what is shorter than the known length proves nothing', () => {
  const limits = new RangeLimits();
  limits.refuse('a', 100);
  for (let asked = 0; asked < 1_000; asked++) limits.answer('a', 3);
  expect(limits.lengthOf('a', 2_000)).toBe(50);
  // Many logs in few blocks.
  limits.refuse('a', 8);
  expect(limits.lengthOf('a', 2_000)).toBe(4);
});
