import { expect, test } from 'vitest';
import { dayRange } from './day-range.ts';

test('a day holds all of itself in the reader’s time zone', () => {
  const { from, to } = dayRange({ from: '2026-11-21', to: '2026-11-21' });
  expect(new Date(from!).getTime()).toBe(new Date(2026, 10, 21).getTime());
  expect(new Date(to!).getTime()).toBe(new Date(2026, 10, 22).getTime() - 1);
});

test('an open or half-typed end is left out', () => {
  expect(dayRange({ from: '', to: '2026-02-' })).toEqual({ from: undefined, to: undefined });
});
