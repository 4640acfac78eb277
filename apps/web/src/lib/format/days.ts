import { now } from '../clock.ts';
import { twoDigits } from './times.ts';

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
