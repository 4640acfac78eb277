import { expect, test } from 'vitest';
import { formatDate, formatDateTime, formatRelative, formatCountdown } from './times.ts';
import { dayRange, shopDays, todayIn } from './days.ts';

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

test('a day on which midnight comes twice, or not at all, has all of its hours', () => {
  const zone = process.env['TZ'];
  const hoursOf = (timeZone: string, day: string): number => {
    process.env['TZ'] = timeZone;
    const { from, to } = dayRange({ from: day, to: day });
    return (Date.parse(to!) + 1 - Date.parse(from!)) / 3_600_000;
  };
  expect(hoursOf('America/Sao_Paulo', '2018-02-17')).toBe(25);
  expect(hoursOf('America/Sao_Paulo', '2018-11-04')).toBe(23);
  expect(hoursOf('America/Havana', '2026-11-01')).toBe(25);
  expect(hoursOf('Africa/Cairo', '2026-04-24')).toBe(23);
  process.env['TZ'] = zone ?? 'UTC';
});

test('the days of the shop go as they are; what is none is left out', () => {
  expect(shopDays({ from: '2026-11-21', to: '2026-11-21' })).toEqual({
    from: '2026-11-21',
    to: '2026-11-21',
  });
  expect(shopDays({ from: 'yesterday', to: '' })).toEqual({ from: undefined, to: undefined });
});

test('today is the day of a time zone, wherever the reader is', () => {
  const at = new Date('2026-11-21T23:30:00Z');
  expect(todayIn('America/Noronha', at)).toBe('2026-11-21');
  expect(todayIn('Asia/Shanghai', at)).toBe('2026-11-22');
  expect(todayIn('Pacific/Apia', new Date('2026-11-21T11:00:00Z'))).toBe('2026-11-22');
  expect(todayIn('Moon/Sea', at)).toMatch(/^2026-11-2\d$/);
});
