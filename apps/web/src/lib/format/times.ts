import { nowMs } from '../clock.ts';
import { storedState } from '../stored/stored-state.ts';
import { keptFormats } from './numbers.ts';

/** "2026 г." in Russian and "7:38 PM" in English stay on one line. */
const keepTogether = (text: string): string => text.replace(/ (?=г\.|[AP]M$)/, '\u00a0');

/**
 * The time zone in which times are shown and typed: the shop's in the back office, as its days are. Undefined: the
 * reader's own, also where their browser does not know the shop's.
 */
export function shownTimeZone(): string | undefined {
  if (!globalThis.location?.pathname.startsWith('/admin')) return undefined;
  const zone = storedState().webConfig?.time_zone;
  return zone === undefined || isKnown(zone) ? zone : undefined;
}

const isKnown = keptFormats((timeZone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }));
  } catch {
    return false;
  }
});

function inTimeZone(options: Intl.DateTimeFormatOptions): (language: string) => Intl.DateTimeFormat {
  const format = keptFormats((key) => {
    const [language, timeZone] = key.split(' ');
    return new Intl.DateTimeFormat(language, { ...options, timeZone });
  });
  return (language) => {
    const zone = shownTimeZone();
    return format(zone === undefined ? language : `${language} ${zone}`);
  };
}

const dateTime = inTimeZone({ dateStyle: 'medium', timeStyle: 'short' });
const date = inTimeZone({ dateStyle: 'medium' });
const time = inTimeZone({ timeStyle: 'short' });
const clock = inTimeZone({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });

/** ISO 8601 → date and time in the reader's language. */
export const formatDateTime = (iso: string, language: string): string =>
  keepTogether(dateTime(language).format(new Date(iso)));

/** ISO 8601 → the date without time. */
export const formatDate = (iso: string, language: string): string =>
  keepTogether(date(language).format(new Date(iso)));

const day = keptFormats(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }),
);

/** A day without a time ("2026-11-21"), which is the same in every time zone. */
export const formatDay = (text: string, language: string): string =>
  keepTogether(day(language).format(new Date(text)));

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

const relative = {
  long: keptFormats((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'long' })),
  short: keptFormats(
    (language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }),
  ),
};

/** "3 minutes ago", "in 2 days", short "3 min. ago"; below a minute "now" in the reader's language. */
export function formatRelative(
  iso: string,
  language: string,
  currentMs = nowMs(),
  style: 'long' | 'short' = 'long',
): string {
  const format = relative[style](language);
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
