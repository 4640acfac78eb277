/** Days as a date field gives them ("2026-11-21", or "" for open), in the reader's own time zone. */
export type Days = { readonly from: string; readonly to: string };

/** First and last moment of the days, in ISO 8601 UTC; undefined where open. */
export function dayRange({ from, to }: Days): { from: string | undefined; to: string | undefined } {
  return { from: momentOf(from, 'T00:00:00.000'), to: momentOf(to, 'T23:59:59.999') };
}

function momentOf(day: string, time: string): string | undefined {
  const moment = new Date(day + time);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}
