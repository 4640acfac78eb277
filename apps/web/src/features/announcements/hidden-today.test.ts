import { expect, test } from 'vitest';
import { dayOf, hideOn } from './hidden-today.ts';

test('a day is the one of the reader', () => {
  expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
  expect(dayOf(new Date(2026, 10, 21, 0, 0))).toBe('2026-11-21');
});

test('what was hidden on another day is forgotten', () => {
  const hidden = { 1: '2026-11-20', 2: '2026-11-21' };
  expect(hideOn(hidden, '3', '2026-11-21')).toEqual({ 2: '2026-11-21', 3: '2026-11-21' });
});
