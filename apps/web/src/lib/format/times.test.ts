import { expect, test } from 'vitest';
import { formatDate, formatDateTime, formatRelative, formatCountdown, dayRange } from './times.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

test.each([
  ['2026-11-21T11:59:30Z', 'now'],
  ['2026-11-21T11:57:01Z', '2 minutes ago'],
  ['2026-11-21T09:00:00Z', '3 hours ago'],
  ['2026-11-28T12:00:00Z', 'in 7 days'],
])('%s', (iso, shown) => {
  expect(formatRelative(iso, 'en', now)).toBe(shown);
});

test('a Russian year is not parted from its "г."', () => {
  expect(formatDate('2026-11-21T12:00:00Z', 'ru')).toContain('2026\u00a0г.');
});

test('an English time is not parted from its PM', () => {
  expect(formatDateTime('2026-11-21T12:00:00Z', 'en')).toMatch(/:00[\u00a0\u202f][AP]M$/);
});

test('the short form is short in every language', () => {
  const short = (language: string) => formatRelative('2026-11-21T11:57:01Z', language, now, 'short');
  expect(['zh-cn', 'en', 'pt', 'ru'].map(short)).toEqual([
    '2分钟前',
    '2 min. ago',
    'há 2 min.',
    '2 мин. назад',
  ]);
});

test.each([
  [0, '00:00'],
  [59, '00:59'],
  [1_799, '29:59'],
  [3_600, '1:00:00'],
  [86_399, '23:59:59'],
])('%i seconds', (seconds, shown) => {
  expect(formatCountdown(seconds)).toBe(shown);
});

test('a day holds all of itself in the reader’s time zone', () => {
  const { from, to } = dayRange({ from: '2026-11-21', to: '2026-11-21' });
  expect(new Date(from!).getTime()).toBe(new Date(2026, 10, 21).getTime());
  expect(new Date(to!).getTime()).toBe(new Date(2026, 10, 22).getTime() - 1);
});

test('an open or half-typed end is left out', () => {
  expect(dayRange({ from: '', to: '2026-02-' })).toEqual({ from: undefined, to: undefined });
});
