import { expect, test } from 'vitest';
import { formatCountdown } from './format-countdown.ts';

test.each([
  [0, '00:00'],
  [59, '00:59'],
  [1_799, '29:59'],
  [3_600, '1:00:00'],
  [86_399, '23:59:59'],
])('%i seconds', (seconds, shown) => {
  expect(formatCountdown(seconds)).toBe(shown);
});
