import { DAY_MS } from '../../platform/clock.ts';

/** From the first to the last day, as YYYY-MM-DD in the rollup's time zone. */
export type Days = { readonly from: string; readonly to: string };

const parse = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const format = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The last `count` days up to and including `day`. */
export const daysUpTo = (day: string, count: number): Days => ({
  from: format(parse(day) - (count - 1) * DAY_MS),
  to: day,
});

/** Each day, first to last. */
export const listDays = ({ from, to }: Days): string[] => {
  const count = Math.max(0, (parse(to) - parse(from)) / DAY_MS + 1);
  return Array.from({ length: count }, (_, index) => format(parse(from) + index * DAY_MS));
};

/** Both ends included. */
export const countDays = ({ from, to }: Days): number => (parse(to) - parse(from)) / DAY_MS + 1;

/** As many days just before. */
export const daysBefore = (days: Days): Days => ({
  from: daysUpTo(days.from, countDays(days) + 1).from,
  to: daysUpTo(days.from, 2).from,
});

/** The whole months of a period, null if it has none, and its other days. */
type Months = { readonly months: Days | null; readonly others: readonly Days[] };

/** Splits a period into its whole months and the days at its ends. */
export function splitMonths({ from, to }: Days): Months {
  const first = from.endsWith('-01') ? from : firstOfNextMonth(from);
  // The first of the month that is not whole any more.
  const end = `${format(parse(to) + DAY_MS).slice(0, 7)}-01`;
  if (first >= end) return { months: null, others: [{ from, to }] };
  const ends = [
    { from, to: dayBefore(first) },
    { from: end, to },
  ];
  return { months: { from: first, to: dayBefore(end) }, others: ends.filter((days) => days.from <= days.to) };
}

const dayBefore = (day: string): string => format(parse(day) - DAY_MS);

const firstOfNextMonth = (day: string): string => {
  const first = new Date(parse(day));
  return format(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1));
};
