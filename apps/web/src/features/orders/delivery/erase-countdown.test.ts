import { expect, test } from 'vitest';
import { timeLeft } from './erase-countdown.tsx';

test.each([
  [7 * 86_400, { unit: 'days', days: 7, hours: 0 }],
  [6 * 86_400 + 23 * 3_600 + 59, { unit: 'days', days: 6, hours: 23 }],
  [86_399, { unit: 'hours', hours: 23, minutes: 59 }],
  [3_600, { unit: 'hours', hours: 1, minutes: 0 }],
  [3_599, { unit: 'minutes', minutes: 59, seconds: 59 }],
  [5, { unit: 'minutes', minutes: 0, seconds: 5 }],
  [-3, { unit: 'minutes', minutes: 0, seconds: 0 }],
])('%i s', (seconds, left) => {
  expect(timeLeft(seconds)).toEqual(left);
});
