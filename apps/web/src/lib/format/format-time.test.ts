import { expect, test } from 'vitest';
import { formatDate, formatDateTime, formatRelative } from './format-time.ts';

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
