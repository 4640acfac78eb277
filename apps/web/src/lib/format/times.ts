import { now, nowMs } from '../clock.ts';
import { keptFormats } from './numbers.ts';

/** "2026 г." in Russian and "7:38 PM" in English stay on one line. */
const keepTogether = (text: string): string => text.replace(/ (?=г\.|[AP]M$)/, '\u00a0');

const inTimeZone = (options: Intl.DateTimeFormatOptions) =>
  keptFormats((language) => new Intl.DateTimeFormat(language, options));

const dateTime = inTimeZone({ dateStyle: 'medium', timeStyle: 'short' });
const date = inTimeZone({ dateStyle: 'medium' });
const time = inTimeZone({ timeStyle: 'short' });
const clock = inTimeZone({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });

/** ISO 8601 → date and time in the reader's language and time zone. */
export const formatDateTime = (iso: string, language: string): string =>
  keepTogether(dateTime(language).format(new Date(iso)));

/** ISO 8601 → the date without time. */
export const formatDate = (iso: string, language: string): string =>
  keepTogether(date(language).format(new Date(iso)));

/** ISO 8601 → the time of day, to the minute. */
export const formatTime = (iso: string, language: string): string => time(language).format(new Date(iso));

/** ISO 8601 → the time of day with seconds, 24 hours. */
export const formatClock = (iso: string, language: string): string => clock(language).format(new Date(iso));

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
];

/** "3 minutes ago", "in 2 days", short "3 min. ago"; below a minute "now" in the reader's language. */
export function formatRelative(
  iso: string,
  language: string,
  currentMs = nowMs(),
  style: 'long' | 'short' = 'long',
): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style });
  const distance = new Date(iso).getTime() - currentMs;
  for (const [unit, ms] of STEPS)
    if (Math.abs(distance) >= ms) return format.format(Math.trunc(distance / ms), unit);
  return format.format(0, 'second');
}

/** 1799 → "29:59", 3600 → "1:00:00". */
export function formatCountdown(seconds: number): string {
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  const rest = twoDigits(seconds % 60);
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${twoDigits(minutes)}:${rest}`;
}

/** 7 → "07": a month, a day or a part of a time. */
export const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Days in the reader's time zone as date fields hold them ("2026-11-21"); "" if open. */
export type Days = { readonly from: string; readonly to: string };

/** The day of a moment, in the reader's time zone. */
export const dayOf = (at: Date): string =>
  `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;

type Period = { from: string | undefined; to: string | undefined };

/** First and last moment of the days as ISO 8601 in UTC; undefined where open. */
export function dayRange({ from, to }: Days): Period {
  const end = startOf(to, 1);
  return {
    from: startOf(from, 0)?.toISOString(),
    // Not 23:59, which comes twice where clocks are put back at midnight.
    to: end && new Date(end.getTime() - 1).toISOString(),
  };
}

/** The first moment of the day, or of one so many days later, in the reader's time zone. */
function startOf(day: string, later: number): Date | undefined {
  if (!isDay(day)) return undefined;
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, date + later);
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** The days as the back office's lists take them: the shop's own, which the server finds. */
export const shopDays = ({ from, to }: Days): Period => ({
  from: isDay(from) ? from : undefined,
  to: isDay(to) ? to : undefined,
});

/** Today in a time zone; in the reader's own where their browser does not know it. */
export function todayIn(timeZone: string | undefined, at = now()): string {
  try {
    return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(at);
  } catch {
    return dayOf(at);
  }
}
