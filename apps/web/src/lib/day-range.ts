import { twoDigits } from './format/two-digits.ts';

/** Days in the reader's time zone as a date field has them ("2026-11-21"); "" where open. */
export type Days = { readonly from: string; readonly to: string };

/** The day of a moment, in the reader's time zone. */
export const dayOf = (at: Date): string =>
  `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;

/** First and last moment of the days as ISO 8601 in UTC; undefined where open. */
export function dayRange({ from, to }: Days): { from: string | undefined; to: string | undefined } {
  return { from: momentOf(from, 'T00:00:00.000'), to: momentOf(to, 'T23:59:59.999') };
}

function momentOf(day: string, time: string): string | undefined {
  const moment = new Date(day + time);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
