import { dayOf, dayRange, type Days } from '../../lib/format/days.ts';

/** From the first of this month to today, in the reader's time zone. */
export const thisMonth = (now: Date): Days => ({
  from: dayOf(new Date(now.getFullYear(), now.getMonth(), 1)),
  to: dayOf(now),
});

export const lastMonth = (now: Date): Days => ({
  from: dayOf(new Date(now.getFullYear(), now.getMonth() - 1, 1)),
  to: dayOf(new Date(now.getFullYear(), now.getMonth(), 0)),
});

const A_MOMENT_MS = 1;

/** The days as a period of the API, which ends before its last moment; undefined where one of them is open. */
export function periodOf(days: Days): { from: string; to: string } | undefined {
  const { from, to } = dayRange(days);
  if (from === undefined || to === undefined) return undefined;
  return { from, to: new Date(Date.parse(to) + A_MOMENT_MS).toISOString() };
}
